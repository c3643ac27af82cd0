import { z } from 'zod'
import { extend, partial } from 'zod/mini'
import { day } from '../dates'
import {
  calendarDay,
  empty,
  endpoints,
  errorView,
  id,
  instant,
  json,
  loadedAt,
  noRoom,
  otherBody,
  timestamps,
  tooManyLists,
} from '../endpoint'
import { asLongAsEver, inputOf } from '../record-input'
import { viewShapeOf } from '../record-view'
import { goalRecord } from './goal'
import { goalFilter, goalInput } from './input'

const goalPatch = extend(partial(inputOf(goalRecord, asLongAsEver)), {
  achieved: z.boolean('Must be true or false').optional(),
  keptOn: z.optional(day),
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

export const goalEndpoints = endpoints(
  { tag: 'Goals', id: 'Goal' },
  {
    'GET /api/goals': {
      summary: 'List goals',
      description: 'All of them, or those of one `timeline`.',
      token: '/api/jwt/goals',
      query: goalFilter,
      answers: { 200: json('The goals, newest first', z.array(goalView)), 429: tooManyLists },
    },
    'POST /api/goals': {
      summary: 'Create a goal',
      description:
        'The title is stored without leading or trailing spaces; missing optional texts are null. `parentId` is a goal of a longer timeline that it is part of.',
      token: '/api/jwt/goals',
      idempotent: true,
      body: goalInput,
      answers: { 201: json('The goal', goalView), 413: noRoom, 422: otherBody(goalView) },
    },
    'GET /api/goals/:id': {
      summary: 'Read a goal',
      description: 'With all of its texts.',
      answers: { 200: json('The goal', goalView) },
    },
    'PATCH /api/goals/:id': {
      summary: 'Change a goal',
      description:
        'A field that is left out stays as it is; null or an empty text clears an optional one. When `timeline` changes, links to a parent and to parts that no longer fit are removed. `achieved` sets `achievedAt` to now, unless it is set already, or clears it. With the loaded `updatedAt`, the goal is changed only if nobody has changed it since; if it already has these values, the answer is 200 too.',
      body: goalPatch,
      answers: {
        200: json('The goal as it is now', goalView),
        409: json('The goal has changed in the meantime', goalChanged),
        413: noRoom,
      },
    },
    'DELETE /api/goals/:id': {
      summary: 'Delete a goal',
      description: 'Permanently.',
      answers: { 204: empty('Deleted') },
    },
  },
)
