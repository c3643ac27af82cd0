import { z } from 'zod'
import { day } from './dates'
import { defaultMood, moods } from './journal-fields'
import type { Json } from './json'
import type { journalEntries } from './schema'
import { boundedText, textLimits } from './text'

const journalText = boundedText(textLimits.journalText)
  .nullish()
  .transform((text) => text ?? '')

const mood = z
  .union([z.enum(moods), z.literal('')], 'Mood must be very-sad, sad, neutral, happy or very-happy')
  .nullish()
  .transform((value) => value || defaultMood)

export const journalEntryInput = z.object({
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
export type JournalEntryInput = z.infer<typeof journalEntryInput>

/** `updatedAt` is the one that was loaded: the update is refused if the entry has changed since. */
export const journalEntryUpdate = journalEntryInput.extend({
  updatedAt: z.iso
    .datetime({ offset: true, error: 'Must be the updatedAt of the entry that was loaded' })
    .nullish(),
})

/** Paging: the newest `limit` entries of days before `before` (exclusive). */
export const journalPage = z.object({
  limit: z.coerce
    .number('Limit must be a whole number')
    .int('Limit must be a whole number')
    .min(1, 'Limit must be from 1 to 3660')
    .max(3660, 'Limit must be from 1 to 3660')
    .optional(),
  before: day.optional(),
})
export type JournalPage = z.infer<typeof journalPage>

export type JournalEntryView = Json<typeof journalEntries.$inferSelect>
