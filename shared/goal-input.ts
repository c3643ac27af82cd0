import { z } from 'zod'
import { boundedText, textLimits } from './text'

// Apart from the endpoints, so that a form loads the rules for its fields and nothing else.

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

export const goalFilter = z.object({ timeline: timeline.optional() })
export type GoalFilter = z.infer<typeof goalFilter>
