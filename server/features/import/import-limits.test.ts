import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { entryRecord } from '@shared/journal'
import { goals, journalEntries } from '@shared/schema'
import { createPool, drizzleOn } from '../../db/db'
import { createGoal, createUser } from '../../test/factories'
import { exported, imported, lisaJson, sendFile, writeEntry } from '../../test/imports'
import { type Client, signInAnaAndBen, type User } from '../../test/people'
import { readHere } from '../../test/reading'
import { createTestApp, signIn, withToken } from '../../test/test-app'
import { importOf } from './import-repository'

const { app, ctx, db } = await createTestApp({ startReading: readHere })
let ana: User, asAna: Client, ben: User, asBen: Client
beforeEach(async () => ({ ana, asAna, ben, asBen } = await signInAnaAndBen(app, db)))

const allOf = async (table: typeof goals | typeof journalEntries, { id }: User) =>
  db.select().from(table).where(eq(table.userId, id))

describe('who imports', () => {
  test('changes nothing of others, and may do so with a token', async () => {
    await writeEntry(asBen, '2026-01-01', { wins: 'Ben' })
    await createGoal(db, ben.id, { title: 'Read' })
    const stored = { goals: await allOf(goals, ben), entries: await allOf(journalEntries, ben) }
    const { goals: hisGoals, entries } = await exported(asBen)
    const asProgram = await withToken(app, ana)
    const file = lisaJson({ goals: hisGoals, entries })
    const report = await imported(asProgram, file, { path: '/api/jwt/import' })
    expect(report).toMatchObject({ entries: { new: 1 }, goals: { new: 1 } })
    expect({ goals: await allOf(goals, ben), entries: await allOf(journalEntries, ben) }).toEqual(stored)
    expect((await exported(asAna)).entries).toMatchObject([{ userId: ana.id, wins: 'Ben' }])
  })

  test('may do so five times an hour; previews and refused files do not count', async () => {
    const file = lisaJson({})
    for (let time = 0; time < 4; time++) await imported(asAna, file)
    for (let time = 0; time < 2; time++) {
      await imported(asAna, file, { preview: true })
      await sendFile(asAna, 'no').expect(400)
    }
    await imported(asAna, file)
    const { body, headers } = await sendFile(asAna, file).expect(429)
    expect(body.message).toMatch(/^You can send 5 imports an hour\. Try again in \d+ minutes\.$/)
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    await imported(asAna, file, { preview: true })
    await imported(asBen, file)
  })
})

describe('while an import is under way', () => {
  /** As an import that has come to this day. */
  const importing = async (task: () => Promise<void>) => {
    await writeEntry(asAna, '2026-01-01', { wins: 'Before' })
    const other = await ctx.pool.connect()
    try {
      await drizzleOn(other).transaction(async (tx) => {
        const rows = importOf(tx, ana.id)
        await rows.begin()
        await rows.lockEntriesOf(['2026-01-01'])
        await task()
      })
    } finally {
      other.release()
    }
  }

  test('other days and the settings can be saved; its own are answered in time, and say when to try again', async () => {
    const entry = await writeEntry(asAna, '2026-01-03')
    const { connectionString: databaseUrl } = ctx.pool.options
    const { quota } = ctx.env
    const short = createPool({ databaseUrl, databasePoolMax: 2, quota, statementTimeoutMs: 2_000 }, ctx.log)
    const other = await createTestApp({ pool: short })
    const client = await signIn(other.app, ana)
    await importing(async () => {
      await writeEntry(client, '2026-01-02', { wins: 'Too' })
      await client
        .put(`/api/journal-entries/${entry.id}`)
        .send({ ...entry, wins: 'Later' })
        .expect(200)
      await client.put('/api/reminder-settings').send({ reminderTime: '08:00' }).expect(200)
      const [locked] = (await client.get('/api/journal-entries?before=2026-01-02')).body
      const { body, headers } = await client
        .put(`/api/journal-entries/${locked.id}`)
        .send({ ...locked, wins: 'Mine' })
        .expect(503)
      expect(body.message).toBe(
        'Lisa is still busy with something else of yours. Please try again in a few seconds.',
      )
      expect(headers['retry-after']).toBe('5')
    })
    await short.end()
  })

  test('another one is refused, on whichever instance', async () => {
    const file = lisaJson({ goals: [{ title: 'Read', timeline: 'monthly' }] })
    await importing(async () => {
      await sendFile(asAna, file).expect(429)
      await imported(asAna, file, { preview: true })
      await imported(asBen, file)
    })
    expect((await imported(asAna, file)).goals.new).toBe(1)
  })
})

test('past the quota the preview says so as the import does, and nothing is written', async () => {
  const small = await createTestApp({
    settings: { QUOTA_ENTRIES: '2', QUOTA_GOALS: '1', QUOTA_MEGABYTES: '1' },
    startReading: readHere,
  })
  const user = await createUser(small.db)
  const client = await signIn(small.app, user)
  const tooMuch = {
    'Your journal is full. It can hold up to 2 entries.': {
      entries: [1, 2, 3].map((day) => ({ entryDate: `2026-01-0${day}`, wins: 'Ran' })),
    },
    'You have reached the limit of 1 goals.': {
      goals: ['Read', 'Run'].map((title) => ({ title, timeline: 'annual' })),
    },
    'Your goals and journal have reached the limit of 1 MB of text.': {
      entries: [
        {
          entryDate: '2026-01-01',
          ...Object.fromEntries(entryRecord.texts.map((f) => [f, '語'.repeat(50_000)])),
        },
      ],
    },
  }
  for (const [message, content] of Object.entries(tooMuch))
    for (const preview of [true, false]) {
      const { body } = await sendFile(client, lisaJson(content), { preview }).expect(413)
      expect(body.message).toContain(message)
    }
  expect(await exported(client)).toEqual({ goals: [], entries: [] })
  await imported(client, lisaJson({ entries: [{ entryDate: '2026-01-01', wins: 'Ran' }] }))
})
