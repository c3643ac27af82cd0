import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { sql, type SQL } from 'drizzle-orm'
import { onTestFinished } from 'vitest'
import { entryRecord } from '@shared/journal'
import type { Db } from '../db/db'

/** Entries of 550 kB on as many days, the last one today: the longest texts there can be. */
export const createLongEntries = (db: Db, userId: string, count: number) =>
  insertEntries(db, userId, count, sql`repeat('x', 50000)`)

/** The same of texts that compressing halves at best. */
export const createIncompressibleEntries = (db: Db, userId: string, count: number) =>
  insertEntries(db, userId, count, sql`left(${randomBytes(25_000).toString('hex')}::text, 50000)`)

async function insertEntries(db: Db, userId: string, count: number, text: SQL) {
  const columns = entryRecord.texts.map((field) =>
    field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  )
  const texts = sql.join(
    columns.map(() => sql`text`),
    sql`, `,
  )
  await db.execute(sql`
    insert into journal_entries (user_id, entry_date, ${sql.raw(columns.join(', '))})
    select ${userId}, '2026-11-21'::date - n, ${texts}
    from generate_series(0, ${count - 1}::int) n, (select ${text}) as long (text)`)
}

/** Asks for a list and gives the answer once its headers are there. Nothing of the body is read until somebody does. */
export async function openList(origin: string, cookie: string, path = '/api/journal-entries') {
  const request = get(origin + path, { headers: { cookie }, agent: false })
  // Closed by the test, or by the server that is stopped after it.
  request.on('error', () => {})
  onTestFinished(() => void request.destroy())
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return response
}

/** Reads the rest: how many bytes came, and whether that was all of it. */
export async function drain(response: IncomingMessage) {
  let bytes = 0
  await new Promise((resolve) =>
    response
      .on('data', (chunk: Buffer) => (bytes += chunk.length))
      .on('error', () => {})
      .on('close', resolve),
  )
  return { bytes, isComplete: response.complete }
}
