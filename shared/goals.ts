import { z } from 'zod'
import { empty, endpoints, id, json, timestamps } from './endpoint'
import { boundedText, textLimits } from './text'

export const timelines = ['long-term', 'annual', 'monthly'] as const
export type Timeline = (typeof timelines)[number]

const timeline = z.enum(timelines, 'Timeline must be long-term, annual or monthly')

/** null and '' both clear an optional text; undefined passes through, so that a PATCH leaves an absent field alone. */
const optionalText = boundedText(textLimits.goalText)
  .nullish()
  .transform((text) => (text === '' ? null : text))

export const goalInput = z
  .object({
    title: boundedText(Number.MAX_SAFE_INTEGER)
      .trim()
      .min(1, 'Title is required')
      .max(textLimits.goalTitle, `Must be at most ${textLimits.goalTitle} characters`),
    timeline,
    description: optionalText,
    motivation: optionalText,
    successIndicators: optionalText,
  })
  .meta({ id: 'GoalInput' })
export type GoalInput = z.infer<typeof goalInput>

const goalPatch = goalInput.partial().meta({ id: 'GoalPatch' })
export type GoalPatch = z.infer<typeof goalPatch>

export const goalFilter = z.object({ timeline: timeline.optional() })
export type GoalFilter = z.infer<typeof goalFilter>

export const goalView = z
  .strictObject({
    id,
    userId: id,
    title: z.string(),
    description: z.string().nullable(),
    motivation: z.string().nullable(),
    successIndicators: z.string().nullable(),
    timeline: z.enum(timelines),
    ...timestamps,
  })
  .meta({ id: 'Goal' })
export type GoalView = z.infer<typeof goalView>

export const goalEndpoints = endpoints(
  { tag: 'Goals', id: 'Goal' },
  {
    'GET /api/goals': {
      summary: 'List goals',
      token: '/api/jwt/goals',
      query: goalFilter,
      answers: { 200: json('The goals, newest first', z.array(goalView)) },
    },
    'POST /api/goals': {
      summary: 'Create a goal',
      token: '/api/jwt/goals',
      body: goalInput,
      answers: { 201: json('The goal', goalView) },
    },
    'GET /api/goals/:id': { summary: 'Read a goal', answers: { 200: json('The goal', goalView) } },
    'PATCH /api/goals/:id': {
      summary: 'Change a goal',
      description: 'An absent field stays as it is; null or an empty text clears an optional one.',
      body: goalPatch,
      answers: { 200: json('The goal as it is now', goalView) },
    },
    'DELETE /api/goals/:id': { summary: 'Delete a goal', answers: { 204: empty('It is gone') } },
  },
)
