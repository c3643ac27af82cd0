import { randomUUID } from 'node:crypto'
import type { ImportReport } from '@shared/import'
import type { AppContext } from '../../context'
import { connectWithoutTimeout, type Db, drizzleOn, isDeadlock } from '../../db/db'
import type { AskAgain } from '../../http/ask-again'
import type { Change } from '../../http/change'
import { ConflictError } from '../../http/errors'
import { quotaExceeded } from '../../limits/quota'
import { remindersOf } from '../reminders/reminders-repository'
import { versionsOf } from '../versions/versions-repository'
import { importFound } from './import-found'
import { changedMeanwhile, importOf } from './import-repository'
import type { UploadToRead } from './read-upload'
import { cancelled, type Reading } from './start-reading'

const tries = 3

type Task = Omit<UploadToRead, 'timezone'> & {
  userId: string
  /** The token that sends it. */
  token?: string
  isPreview: boolean
  /** Aborts where nobody waits for the answer any more. */
  left?: AbortSignal
  askAgain?: AskAgain
}

/** Reads a file of any known kind, and imports it or tells what that would do. */
export async function importFile(ctx: AppContext, task: Task): Promise<ImportReport> {
  const { userId, token, isPreview, left, askAgain, ...upload } = task
  if (left?.aborted) throw cancelled()
  const reading = ctx.startReading()
  const end = () => reading.end()
  left?.addEventListener('abort', end)
  try {
    const { timezone } = await remindersOf(ctx.db, userId).settings()
    const { source, from, to } = await reading.call('read', { ...upload, timezone })
    await askAgain?.()
    const change = { now: ctx.now(), by: 'import' as const, token }
    const report = await (isPreview ? preview : store)(ctx, userId, reading, change, askAgain)
    return { source, ...report, from, to }
  } finally {
    left?.removeEventListener('abort', end)
    end()
  }
}

async function preview({ db, env }: AppContext, userId: string, reading: Reading, change: Change) {
  const { added, ...report } = await importFound({ db, userId, reading, change, isPreview: true })
  const { entries, goals, bytes } = await importOf(db, userId).usage()
  const stored = { entries: entries + added.entries, goals: goals + added.goals, bytes: bytes + added.bytes }
  const refusal = quotaExceeded(stored, added, env.quota)
  if (refusal) throw refusal
  return report
}

function store(ctx: AppContext, userId: string, reading: Reading, of: Change, askAgain?: AskAgain) {
  return allOrNothing(ctx, userId, async (db, rows) => {
    const importId = randomUUID()
    const change = { ...of, importId }
    const { added, ...report } = await importFound({ db, userId, reading, change, isPreview: false })
    await rows.recount()
    const refusal = quotaExceeded(await rows.usage(), added, ctx.env.quota)
    if (refusal) throw refusal
    const versions = versionsOf(db, userId)
    await versions.trim(change)
    const kept = { ...report, importId: (await versions.hasImport(importId)) ? importId : undefined }
    await askAgain?.(db)
    return kept
  })
}

/** Changes much of a user's at once, or nothing. Again if somebody else has changed the same day at the same moment, or in a deadlock. */
export async function allOrNothing<T>(
  ctx: AppContext,
  userId: string,
  work: (db: Db, rows: ReturnType<typeof importOf>) => Promise<T>,
): Promise<T> {
  // Not one of the pool, whose statements are bound to a time.
  const client = await connectWithoutTimeout(ctx.pool)
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        return await drizzleOn(client).transaction(async (db) => {
          const rows = importOf(db, userId)
          await rows.begin()
          return work(db, rows)
        })
      } catch (error) {
        const isConflict = error instanceof ConflictError || isDeadlock(error)
        if (!isConflict) throw error
        if (attempt === tries) throw changedMeanwhile()
      }
    }
  } finally {
    await client.end()
  }
}
