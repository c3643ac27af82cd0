import type { Readable } from 'node:stream'
import type { GoalInput } from '@shared/goals'
import type { JournalTextField, Mood } from '@shared/journal'

/**
 * A file that was sent. Its size is bounded, and so is what a ZIP unpacks to. `names` are the paths of its files, none
 * of which leads out of the ZIP. Each `read` starts from the beginning. `look` finds out what a file is and does not
 * count as reading it.
 */
export type Upload =
  | {
      kind: 'zip'
      names: string[]
      read(name: string): Promise<Readable>
      look(name: string): Promise<Readable>
      /** ZIP files within it that cannot be opened. */
      unopened?: Skipped[]
    }
  | { kind: 'json' | 'csv' | 'text'; name?: string; read(): Promise<Readable> }

/** `where` is told to the user: a file, a line or a day, in words that lead to it. */
export type Skipped = { where: string; reason: string }

type FromOurOwn = { createdAt?: string; updatedAt?: string }

/**
 * Several of one day are joined in the order of `time`, then in that of the file. Texts may be of any length and hold any
 * character, and the date need not exist: what cannot be stored is cut or skipped, and told.
 */
export type FoundEntry = FromOurOwn & {
  where: string
  /** YYYY-MM-DD */
  date: string
  /** HH:MM or HH:MM:SS, where the user was. */
  time?: string
  mood?: Mood
  /** False in an export of ours whose mood nobody chose; every other mood that is found was chosen. */
  moodChosen?: boolean
  texts: Partial<Record<JournalTextField, string>>
  /** The file's own ids of goals. */
  goalIds?: string[]
}

export type FoundGoal = FromOurOwn &
  Pick<GoalInput, 'title' | 'timeline'> &
  Partial<GoalInput> & {
    where: string
    achievedAt?: string | null
    keptOn?: string | null
    /** The file's own id of the goal, as `parentId` is of its parent. */
    id?: string
  }

/** `isFile`: a whole file of a ZIP, or the one that was sent, cannot be read. */
export type LeftOutItem = { skipped: Skipped; isFile?: true }

export type Found = { entry: FoundEntry } | { goal: FoundGoal } | LeftOutItem

/** One format. The first reader that recognises a file reads it. */
export type Reader = {
  /** As people call it: `Day One`. */
  source: string
  recognises(upload: Upload): Promise<boolean>
  /**
   * Throws an AppError with status 400 and a sentence if the file cannot be read. The user's timezone decides on the day of
   * an entry that has none of its own.
   */
  read(upload: Upload, user: { timezone: string }): AsyncIterable<Found>
  /** Whether a file of a ZIP only repeats what `read` takes from the others. Every other file that it leaves unread is told. */
  repeats?(name: string, names: string[]): boolean
}
