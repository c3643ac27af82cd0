import { z } from 'zod'
import { extend, partial } from 'zod/mini'
import { day } from '../day'
import {
  calendarDay,
  dayRange,
  empty,
  endpoints,
  errorView,
  id,
  instant,
  json,
  limitUpTo,
  loadedAt,
  loadedAtInQuery,
  noRoom,
  otherBody,
  timestamps,
  tooManyLists,
} from '../endpoint'
import { moods } from '../journal/mood'
import { asLongAsEver, inputOf } from '../record-input'
import { viewShapeOf } from '../record-view'
import { goalRecord } from './goal'
import { goalFilter, goalInput } from './input'

const goalPatch = extend(partial(inputOf(goalRecord, asLongAsEver)), {
  achieved: z.boolean('Must be true or false').optional(),
  keptOn: z.optional(z.nullable(day)),
  updatedAt: loadedAt('goal'),
}).register(z.globalRegistry, { id: 'GoalPatch' })
export type GoalPatch = z.infer<typeof goalPatch>

export const goalView = z
  .strictObject({
    id,
    userId: id,
    ...viewShapeOf(goalRecord),
    achievedAt: instant.nullable(),
    keptOn: calendarDay.nullable().describe('The day on which the user last chose to keep the goal'),
    ...timestamps,
  })
  .meta({ id: 'Goal' })
export type GoalView = z.infer<typeof goalView>

const goalChanged = errorView.extend({ current: goalView.describe('The goal as it is now') })

/** The days of a goal come so many at once. */
export const mostGoalDays = 100

const goalDaysPage = z.object({
  before: z.optional(day),
  limit: limitUpTo(mostGoalDays).optional(),
})
export type GoalDaysPage = z.infer<typeof goalDaysPage>

export const firstLine = z.string().describe('The first line that was written, in the order of the form')

const goalDayView = z
  .strictObject({
    entryId: id,
    entryDate: calendarDay,
    mood: z.enum(moods).nullable().describe('null if nobody chose it'),
    firstLine,
  })
  .meta({ id: 'GoalDay' })

/** As many days as a year has, and one. */
export const daysOfReview = dayRange(366)
export type DaysOfReview = z.infer<typeof daysOfReview>

const activityQuery = daysOfReview.safeExtend({
  earlier: z
    .enum(['true', 'false'])
    .optional()
    .describe('true: a goal with days before `from` only is listed too, with the last of them'),
})
export type ActivityQuery = z.infer<typeof activityQuery>

const goalActivityView = z
  .strictObject({ goalId: id, days: z.array(calendarDay).describe('Oldest first') })
  .meta({ id: 'GoalActivity' })
export type GoalActivityView = z.infer<typeof goalActivityView>

export const goalEndpoints = endpoints(
  { tag: 'Goals', id: 'Goal' },
  {
    'GET /api/goals': {
      summary: 'List goals',
      description: 'All of them, or those of one `timeline`.',
      token: '/api/jwt/goals',
      scopes: ['goals:read'],
      query: goalFilter,
      answers: { 200: json('The goals, newest first', z.array(goalView)), 429: tooManyLists },
    },
    'POST /api/goals': {
      summary: 'Create a goal',
      description:
        'The title is stored without leading or trailing spaces; missing optional texts are null. `parentId` is a goal of a longer timeline that it is part of.',
      token: '/api/jwt/goals',
      scopes: ['goals:write'],
      idempotent: true,
      body: goalInput,
      answers: { 201: json('The goal', goalView), 413: noRoom, 422: otherBody(goalView) },
    },
    'GET /api/goals/activity': {
      summary: 'List the days of every goal',
      description:
        'The days from `from` to `to`, both included, whose entry names the goal: at most 366. Goals without a day are left out.',
      token: '/api/jwt/goals/activity',
      scopes: ['goals:read', 'journal:read'],
      query: activityQuery,
      answers: { 200: json('The goals that have days', z.array(goalActivityView)) },
    },
    'GET /api/goals/:id/days': {
      summary: 'List the days of a goal',
      description: `The newest \`limit\` days before the day \`before\` (exclusive) whose entry names the goal; at most ${mostGoalDays}, and so many without \`limit\`.`,
      scopes: ['goals:read', 'journal:read'],
      query: goalDaysPage,
      answers: { 200: json('One for each entry, newest first', z.array(goalDayView)) },
    },
    'GET /api/goals/:id': {
      summary: 'Read a goal',
      description: 'With all of its texts.',
      token: '/api/jwt/goals/:id',
      scopes: ['goals:read'],
      answers: { 200: json('The goal', goalView) },
    },
    'PATCH /api/goals/:id': {
      summary: 'Change a goal',
      description:
        'A field that is left out stays as it is; null or an empty text clears an optional one. When `timeline` changes, links to a parent and to parts that no longer fit are removed. `achieved` sets `achievedAt` to now, unless it is set already, or clears it. With the loaded `updatedAt`, the goal is changed only if nobody has changed it since. One that already has these values stays as it is, its `updatedAt` too, and the answer is 200.',
      token: '/api/jwt/goals/:id',
      scopes: ['goals:write'],
      body: goalPatch,
      answers: {
        200: json('The goal as it is now', goalView),
        409: json('The goal has changed in the meantime', goalChanged),
        413: noRoom,
      },
    },
    'DELETE /api/goals/:id': {
      summary: 'Delete a goal',
      description:
        'For 30 days it is among what `GET /api/deleted` lists, and can be restored. With the loaded `updatedAt`, the goal is deleted only if nobody has changed it since.',
      token: '/api/jwt/goals/:id',
      scopes: ['goals:write'],
      query: loadedAtInQuery('goal'),
      answers: { 204: empty('Deleted'), 409: json('The goal has changed in the meantime', goalChanged) },
    },
  },
)
