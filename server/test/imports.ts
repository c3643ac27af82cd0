import { eq } from 'drizzle-orm'
import type { GoalView } from '@shared/goals'
import type { ImportReport } from '@shared/import'
import type { JournalEntryView } from '@shared/journal'
import { goals, journalEntries } from '@shared/schema'
import type { Db } from '../db/db'
import type { Client, User } from './people'

type Content = { goals?: unknown[]; entries?: unknown[]; [other: string]: unknown }

/** An export as a person gets it, of which only what is imported is filled in. */
export const lisaJson = ({ goals = [], entries = [], ...other }: Content) =>
  JSON.stringify({
    format: 'lisa',
    version: 1,
    exportedAt: '2026-11-22T10:00:00.000Z',
    goals,
    entries,
    ...other,
  })

export async function exported(client: Client) {
  const goals: GoalView[] = (await client.get('/api/goals').expect(200)).body
  const entries: JournalEntryView[] = (await client.get('/api/journal-entries').expect(200)).body
  return { goals, entries }
}

export const sendFile = (
  client: Client,
  file: string | Buffer,
  { preview = false, path = '/api/import', ...query } = {},
) =>
  client
    .post(path)
    .query({ preview, ...query })
    .set('Content-Type', 'application/octet-stream')
    .send(Buffer.from(file as string))

export async function imported(client: Client, file: string | Buffer, options = {}): Promise<ImportReport> {
  return (await sendFile(client, file, options).expect(200)).body
}

/** Deletes what an import can bring: the goals and the journal of a person. */
export async function wipe(db: Db, { id }: User) {
  await db.delete(journalEntries).where(eq(journalEntries.userId, id))
  await db.delete(goals).where(eq(goals.userId, id))
}

export async function writeEntry(client: Client, entryDate: string, texts: object = {}) {
  return (
    await client
      .post('/api/journal-entries')
      .send({ entryDate, ...texts })
      .expect(201)
  ).body
}
