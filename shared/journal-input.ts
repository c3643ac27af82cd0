import { z } from 'zod'
import { day } from './dates'
import { defaultMood, moods } from './journal-fields'
import { boundedText, textLimits } from './text'

// Apart from the endpoints, so that a form loads the rules for its fields and nothing else.

const journalText = boundedText(textLimits.journalText)
  .nullish()
  .transform((text) => text ?? '')

const mood = z
  .union([z.enum(moods), z.literal('')], 'Mood must be very-sad, sad, neutral, happy or very-happy')
  .nullish()
  .transform((value) => value || defaultMood)

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
  .meta({ id: 'JournalEntryInput' })
export type JournalEntryInput = z.infer<typeof journalEntryInput>
