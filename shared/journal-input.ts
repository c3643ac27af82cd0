import * as z from 'zod/mini'
import { day } from './dates'
import { defaultMood, moods } from './journal-fields'
import { boundedText, textLimits } from './text'

// Apart from the endpoints and in Zod's small form, so that a form loads the rules for its fields and little else.

const journalText = z.pipe(
  z.nullish(boundedText(textLimits.journalText)),
  z.transform((text) => text ?? ''),
)

const mood = z.pipe(
  z.nullish(
    z.union([z.enum(moods), z.literal('')], 'Mood must be very-sad, sad, neutral, happy or very-happy'),
  ),
  z.transform((value) => value || defaultMood),
)

export const journalEntryInput = z
  .object({
    entryDate: day,
    mood,
    gratitude1: journalText,
    gratitude2: journalText,
    gratitude3: journalText,
    dailyEvents: journalText,
    wins: journalText,
    wentWell: journalText,
    challenges: journalText,
    whatWasHard: journalText,
    goalProgress: journalText,
    relationships: journalText,
    overallReflection: journalText,
  })
  .register(z.globalRegistry, { id: 'JournalEntryInput' })
export type JournalEntryInput = z.infer<typeof journalEntryInput>
