import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { goalRecord } from '@shared/goals'
import type { ImportReport } from '@shared/import'
import { importKinds } from '@shared/import-kinds'
import { entryRecord } from '@shared/journal'
import { AppError } from '../../http/errors'
import { createFoundFile, type FoundFile } from './found-file'
import { createGoalMatcher, type StoredGoal } from './goal-matcher'
import type { NewPart } from '../goals/goals-repository'
import type { EntryRow, GoalRow } from './import-repository'
import { openUpload } from './open-upload'
import { readers } from './readers'
import { lisa } from './readers/lisa'
import { createSkippedList, type SkippedList } from './skipped-list'
import type { Found, FoundGoal, Reader, Skipped, Upload } from './source'
import {
  asEntry,
  bytesOf,
  cut,
  cutOurs,
  fillingInFound,
  instant,
  storableEntry,
  storableGoal,
} from './storable'
import { withUnreadFiles } from './unread-files'

/** Eleven texts of 50,000 characters each; a batch is held in memory twice. */
const daysAtOnce = 20
const goalsAtOnce = 100
const partsAtOnce = 1_000

/** Those that are left out included. */
const mostFound = 200_000

export type UploadToRead = {
  file: string
  /** For what is kept while the file is read. */
  folder: string
  name?: string
  type?: string
  timezone: string
}

type Counts = Pick<ImportReport, 'entries' | 'goals'>
type Report = Counts &
  Pick<ImportReport, 'skipped'> & { added: { entries: number; goals: number; bytes: number } }

/**
 * Reads one file and compares what it found with what is there already: all the work whose time and memory depend on what
 * the file holds. Call `read` first; then, for each attempt to import it, the others in their order.
 */
export function createUploadReader() {
  let found: FoundFile
  let collected: SkippedList
  let attempt: ReturnType<typeof createAttempt>
  return {
    async read(upload: UploadToRead) {
      found = createFoundFile(path.join(upload.folder, 'found'))
      const { source, skipped } = await readInto(found, upload)
      collected = skipped
      const days = found.days()
      return { source, from: days[0] ?? null, to: days.at(-1) ?? null }
    },
    begin: (now: Date) => void (attempt = createAttempt(found, collected.copy(), now)),
    /** Takes the goals that are there. */
    leaveOutGoals: (existing: StoredGoal[]) => attempt.leaveOutGoals(existing),
    /** The next that are not there yet; none where all were had. */
    nextGoals: () => attempt.nextGoals(),
    /** The next that are part of another; none where all were had. */
    nextParts: () => attempt.nextParts(),
    /** None where all were had. */
    nextDays: () => attempt.nextDays(),
    /** Takes the entries that are there of the last `nextDays`. */
    fillIn: (current: EntryRow[]) => attempt.fillIn(current),
    /** `added` is what the quota counts. */
    report: (): Report => attempt.report(),
  }
}
export type UploadReader = ReturnType<typeof createUploadReader>

async function readInto(found: FoundFile, { file, folder, name, type, timezone }: UploadToRead) {
  const { upload: opened, close } = await openUpload(file, { name, type, folder })
  try {
    const reader = await readerOf(opened)
    const { upload, unread } = withUnreadFiles(opened)
    const skipped = await collect(reader.read(upload, { timezone }), found, reader === lisa ? cutOurs : cut)
    for (const item of unread(reader)) if ('skipped' in item) skipped.add(item.skipped)
    return { source: reader.source, skipped }
  } finally {
    close()
  }
}

async function readerOf(upload: Upload): Promise<Reader> {
  for (const reader of readers) if (await reader.recognises(upload)) return reader
  const [unopened] = upload.kind === 'zip' ? (upload.unopened ?? []) : []
  if (unopened) throw nothingRead(unopened)
  throw new AppError(400, `Lisa does not know this kind of file. She reads ${importKinds}.`)
}

async function collect(items: AsyncIterable<Found>, found: FoundFile, fit: typeof cut) {
  const skipped = createSkippedList()
  let isAnyRead = false
  let count = 0
  for await (const item of items) {
    if (++count > mostFound)
      throw new AppError(400, `The file holds more than ${mostFound.toLocaleString('en')} entries and goals.`)
    isAnyRead ||= !('isFile' in item)
    if ('skipped' in item) skipped.add(item.skipped)
    else if ('entry' in item) {
      const { value, skipped: lost } = storableEntry(item.entry, fit)
      if (value) found.addEntry(value)
      skipped.add(...lost)
    } else {
      const { value, skipped: lost } = storableGoal(item.goal, fit)
      if (value) found.addGoal(value)
      skipped.add(...lost)
    }
  }
  const [unread] = skipped.told()
  if (unread && !isAnyRead) throw nothingRead(unread)
  found.flush()
  return skipped
}

const nothingRead = ({ where, reason }: Skipped) =>
  new AppError(400, `Nothing in this file can be read. ${where}: ${reason}`)

function createAttempt(found: FoundFile, skipped: SkippedList, now: Date) {
  const counts: Counts = { entries: { new: 0, filledIn: 0, unchanged: 0 }, goals: { new: 0, unchanged: 0 } }
  let bytes = 0
  const days = found.days()
  let daysHad = 0
  let batch: string[] = []
  let matching: ReturnType<typeof createGoalMatcher>
  const goals = found.goals()
  /** The stored id of each goal, by the id that the file gives it. */
  const idsByName = new Map<string, string>()
  const parts: NewPart[] = []

  /** The entry as it will be, from what is there and what was found. */
  function filledDay(day: string, current?: EntryRow): EntryRow | undefined {
    let entry = current
    let filling = current && fillingInFound(current, skipped)
    for (const { goalIds = [], ...others } of found.entriesOf(day)) {
      const piece = { ...others, goalIds: goalIds.flatMap((name) => idsByName.get(name) ?? []) }
      if (filling) filling.add(piece)
      else {
        const createdAt = instant(piece.createdAt, now) ?? now
        entry = {
          ...entryRecord.stored(asEntry(piece)),
          createdAt,
          updatedAt: instant(piece.updatedAt, now) ?? createdAt,
        }
        filling = fillingInFound(entry, skipped)
      }
    }
    return entry && filling && { ...entry, ...entryRecord.stored(filling.entry()) }
  }

  function newGoal(found: FoundGoal): GoalRow | undefined {
    const { where: _, id: name, parentId, ...goal } = found
    const createdAt = instant(goal.createdAt, now)
    const existing = matching({ ...goal, createdAt })
    const id = existing?.id ?? randomUUID()
    if (name) idsByName.set(name, id)
    if (parentId) parts.push({ id, parentId, isNew: !existing })
    counts.goals[existing ? 'unchanged' : 'new']++
    if (existing) return undefined
    bytes += bytesOf(goalRecord, goal)
    return {
      ...goal,
      id,
      createdAt: createdAt ?? now,
      updatedAt: instant(goal.updatedAt, now) ?? createdAt ?? now,
      achievedAt: instant(goal.achievedAt, now) ?? null,
    }
  }

  return {
    nextDays() {
      batch = days.slice(daysHad, daysHad + daysAtOnce)
      daysHad += batch.length
      return batch
    },
    fillIn(current: EntryRow[]) {
      const existing = new Map(current.map((entry) => [entry.entryDate, entry]))
      const added: EntryRow[] = []
      const replaced: EntryRow[] = []
      for (const day of batch) {
        const before = existing.get(day)
        const entry = filledDay(day, before)
        if (!entry) continue
        const isUnchanged = before && entryRecord.isSame(before, entry)
        counts.entries[isUnchanged ? 'unchanged' : before ? 'filledIn' : 'new']++
        if (isUnchanged) continue
        bytes += bytesOf(entryRecord, entry) - bytesOf(entryRecord, before ?? {})
        // Strictly increasing, like that of a save.
        if (before) entry.updatedAt = new Date(Math.max(now.getTime(), before.updatedAt.getTime() + 1))
        ;(before ? replaced : added).push(entry)
      }
      return { added, replaced }
    },
    leaveOutGoals: (existing: StoredGoal[]) => void (matching = createGoalMatcher(existing)),
    nextParts() {
      while (parts.length) {
        const known = parts.splice(0, partsAtOnce).flatMap(({ parentId: name, ...part }) => {
          const parentId = idsByName.get(name)
          return parentId ? [{ ...part, parentId }] : []
        })
        if (known.length) return known
      }
      return []
    },
    nextGoals() {
      const added: GoalRow[] = []
      while (added.length < goalsAtOnce) {
        const { value, done } = goals.next()
        if (done) break
        const goal = newGoal(value)
        if (goal) added.push(goal)
      }
      return added
    },
    report: () => ({
      ...counts,
      skipped: skipped.told(),
      added: { entries: counts.entries.new, goals: counts.goals.new, bytes },
    }),
  }
}
