import {
  choice,
  day,
  links,
  record,
  type RowOf,
  text,
  type TextField,
  type TextName,
  type ValuesOf,
} from '../record'
import { defaultMood, moods } from './mood'

export const gratitudeQuestion = 'What are you grateful for today?'

const limit = 50_000
const prose = <const T extends Omit<TextField, 'kind' | 'limit'>>(field: T) => text({ limit, ...field })
const gratitude = (number: number) =>
  prose({ label: `Gratitude ${number}`, question: gratitudeQuestion, isSlot: true, spoken: true })

/** A journal entry, its fields in the order of today's journal screen. */
export const entryRecord = record({
  entryDate: day({ label: 'Date' }),
  mood: choice({ label: 'Mood', values: moods, fallback: defaultMood, chosenIn: 'moodChosen' }),
  gratitude1: gratitude(1),
  gratitude2: gratitude(2),
  gratitude3: gratitude(3),
  dailyEvents: prose({ label: 'What happened', question: 'What happened today?', spoken: true }),
  wins: prose({ label: 'Wins', question: 'What are your wins today?', spoken: true }),
  wentWell: prose({ label: 'What went well', question: 'What went well?' }),
  challenges: prose({ label: 'Challenges', question: 'What was challenging?' }),
  whatWasHard: prose({ label: 'What was hard', question: 'What was hard today?' }),
  goalProgress: prose({ label: 'Goal progress', question: 'What goals did you make progress on?' }),
  goalIds: links({ label: 'Goals you worked on', most: 50, refusal: 'Choose from your own goals' }),
  relationships: prose({ label: 'Relationships', question: 'How did you feel about family/relationships?' }),
  overallReflection: prose({ label: 'Overall Reflection', question: 'Overall reflection' }),
})

/** An entry as it is stored, shown or sent, of which anything may be missing. */
export type EntryRow = RowOf<typeof entryRecord.fields>
export type EntryValues = ValuesOf<typeof entryRecord.fields>
export type EntryField = keyof EntryValues
export type JournalTextField = TextName<typeof entryRecord.fields>

type Gratitude = `gratitude${number}`
export type ProseField = Exclude<JournalTextField, Gratitude>

const { texts } = entryRecord
const isGratitude = (name: JournalTextField) => Boolean(entryRecord.textField(name).isSlot)

export const gratitudeFields = texts.filter(isGratitude)
/** What a form asks after the gratitude. */
export const proseFields = texts.filter((name): name is ProseField => !isGratitude(name))
/** What is read under a heading, after what happened and the gratitude. */
export const sectionFields = proseFields.filter((name) => name !== 'dailyEvents')
/** The order in which an entry is read: what happened comes first. */
export const readingOrder: readonly JournalTextField[] = ['dailyEvents', ...gratitudeFields, ...sectionFields]
