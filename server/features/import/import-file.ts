import path from 'node:path'
import { importKinds, type ImportReport } from '@shared/import'
import type { AppContext } from '../../context'
import { connectWithoutTimeout, drizzleOn, isDeadlock } from '../../db/db'
import { AppError, ConflictError } from '../../http/errors'
import { quotaExceeded } from '../../http/quota'
import { remindersOf } from '../reminders/reminders-repository'
import { createFoundFile, type FoundFile } from './found-file'
import { importFound } from './import-found'
import { importOf } from './import-repository'
import { openUpload } from './open-upload'
import { readers } from './readers'
import { createSkippedList, type SkippedList } from './skipped-list'
import type { Found, Reader, Upload } from './source'
import { storableEntry, storableGoal } from './storable'

const tries = 3

type Task = {
  userId: string
  file: string
  /** For what is kept while the file is read. */
  folder: string
  name?: string
  type?: string
  isPreview: boolean
  /** Whether somebody still waits for the answer. */
  isWanted: () => boolean
}

/** Reads a file of any known kind, and imports it or tells what that would do. */
export async function importFile(ctx: AppContext, task: Task): Promise<ImportReport> {
  const { upload, close } = await openUpload(task.file, task)
  try {
    const reader = await readerOf(upload)
    const found = await createFoundFile(path.join(task.folder, 'found'))
    try {
      const { timezone } = await remindersOf(ctx.db, task.userId).settings()
      const collected = await collect(reader.read(upload, { timezone }), found, task.isWanted)
      const report = await (task.isPreview ? preview : store)(ctx, { userId: task.userId, found, collected })
      const days = found.days()
      const [from = null, to = null] = [days[0], days.at(-1)]
      return { source: reader.source, ...report, from, to }
    } finally {
      await found.close()
    }
  } finally {
    close()
  }
}

async function readerOf(upload: Upload): Promise<Reader> {
  for (const reader of readers) if (await reader.recognises(upload)) return reader
  throw new AppError(400, `Lisa does not know this kind of file. She reads ${importKinds}.`)
}

async function collect(items: AsyncIterable<Found>, found: FoundFile, isWanted: () => boolean) {
  const skipped = createSkippedList()
  for await (const item of items) {
    if (!isWanted()) throw new AppError(400, 'The request was cancelled')
    if ('skipped' in item) skipped.add(item.skipped)
    else if ('entry' in item) {
      const { value, skipped: cut } = storableEntry(item.entry)
      if (value) await found.addEntry(value)
      skipped.add(...cut)
    } else {
      const { value, skipped: cut } = storableGoal(item.goal)
      if (value) await found.addGoal(value)
      skipped.add(...cut)
    }
  }
  await found.flush()
  return skipped
}

type Collected = { userId: string; found: FoundFile; collected: SkippedList }

async function preview({ db, now, env }: AppContext, { userId, found, collected: skipped }: Collected) {
  const { added, ...counts } = await importFound({ db, userId, found, skipped, now: now(), isPreview: true })
  const { entries, goals, bytes } = await importOf(db, userId).usage()
  const stored = { entries: entries + added.entries, goals: goals + added.goals, bytes: bytes + added.bytes }
  const refusal = quotaExceeded(stored, added, env.quota)
  if (refusal) throw refusal
  return { ...counts, skipped: skipped.told() }
}

/** All of it, or nothing. Once more if somebody else has changed the same day at the same moment. */
async function store(ctx: AppContext, { userId, found, collected }: Collected) {
  // Not one of the pool, whose statements are bound to a time.
  const client = await connectWithoutTimeout(ctx.pool)
  try {
    for (let attempt = 1; ; attempt++) {
      const skipped = collected.copy()
      try {
        const counts = await drizzleOn(client).transaction(async (db) => {
          const rows = importOf(db, userId)
          await rows.begin()
          const { added, ...counts } = await importFound({
            db,
            userId,
            found,
            skipped,
            now: ctx.now(),
            isPreview: false,
          })
          await rows.recount()
          const refusal = quotaExceeded(await rows.usage(), added, ctx.env.quota)
          if (refusal) throw refusal
          return counts
        })
        return { ...counts, skipped: skipped.told() }
      } catch (error) {
        const isConflict = error instanceof ConflictError || isDeadlock(error)
        if (!isConflict || attempt === tries) throw error
      }
    }
  } finally {
    await client.end()
  }
}
