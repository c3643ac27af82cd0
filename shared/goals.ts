import { z } from 'zod'
import type { Json } from './json'
import type { goals } from './schema'
import { boundedText, textLimits } from './text'

export const timelines = ['long-term', 'annual', 'monthly'] as const
export type Timeline = (typeof timelines)[number]

export const timeline = z.enum(timelines, 'Timeline must be long-term, annual or monthly')

/** null and '' both clear an optional text; undefined passes through, so that a PATCH leaves an absent field alone. */
const optionalText = boundedText(textLimits.goalText)
  .nullish()
  .transform((text) => (text === '' ? null : text))

export const goalInput = z.object({
  title: boundedText(Number.MAX_SAFE_INTEGER)
    .trim()
    .min(1, 'Title is required')
    .max(textLimits.goalTitle, `Must be at most ${textLimits.goalTitle} characters`),
  timeline,
  description: optionalText,
  motivation: optionalText,
  successIndicators: optionalText,
})
export type GoalInput = z.infer<typeof goalInput>

export const goalPatch = goalInput.partial()
export type GoalPatch = z.infer<typeof goalPatch>

export const goalFilter = z.object({ timeline: timeline.optional() })
export type GoalFilter = z.infer<typeof goalFilter>

export type GoalView = Json<typeof goals.$inferSelect>
