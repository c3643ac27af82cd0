import * as z from 'zod/mini'
import { boundedText, isVisible, textLimits } from './text'

// Apart from the endpoints and in Zod's small form, so that a form loads the rules for its fields and little else.

export const timelines = ['long-term', 'annual', 'monthly'] as const
export type Timeline = (typeof timelines)[number]

const timeline = z.enum(timelines, 'Timeline must be long-term, annual or monthly')

/** null and '' both clear an optional text; undefined passes through, so that a PATCH leaves an absent field alone. */
const optionalText = z.pipe(
  z.nullish(boundedText(textLimits.goalText)),
  z.transform((text) => (text === '' ? null : text)),
)

export const goalInput = z
  .object({
    title: boundedText(Number.MAX_SAFE_INTEGER).check(
      z.trim(),
      z.minLength(1, 'Title is required'),
      z.refine((title) => title === '' || isVisible(title), 'Title must have a character that can be seen'),
      z.maxLength(textLimits.goalTitle, `Must be at most ${textLimits.goalTitle} characters`),
    ),
    timeline,
    description: optionalText,
    motivation: optionalText,
    successIndicators: optionalText,
  })
  .register(z.globalRegistry, { id: 'GoalInput' })
export type GoalInput = z.infer<typeof goalInput>

export const goalFilter = z.object({ timeline: z.optional(timeline) })
export type GoalFilter = z.infer<typeof goalFilter>
