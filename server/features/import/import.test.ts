import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '@shared/dates'
import { timelines } from '@shared/goal-input'
import { type JournalTextField, journalTextFields, moods } from '@shared/journal-fields'
import { goals, journalEntries, journalRuns, usage } from '@shared/schema'
import { createPool, drizzleOn } from '../../db/db'
import { createEntry, createGoal, createUser } from '../../test/factories'
import { exported, imported, lisaJson, sendFile } from '../../test/imports'
import { type Client, signInAnaAndBen, type User } from '../../test/people'
import { createTestApp, signIn, withToken } from '../../test/test-app'
import { importOf } from './import-repository'

const { app, ctx, db } = await createTestApp()
let ana: User, asAna: Client, ben: User, asBen: Client
beforeEach(async () => ({ ana, asAna, ben, asBen } = await signInAnaAndBen(app, db)))

const wipe = async ({ id }: User) => {
  await db.delete(journalEntries).where(eq(journalEntries.userId, id))
  await db.delete(goals).where(eq(goals.userId, id))
}
const write = async (client: Client, entryDate: string, texts: object = {}) =>
  (
    await client
      .post('/api/journal-entries')
      .send({ entryDate, ...texts })
      .expect(201)
  ).body
const allOf = async (table: typeof goals | typeof journalEntries, { id }: User) =>
  db.select().from(table).where(eq(table.userId, id))
/** As they are compared after they went out and came in again: ids are new. */
const withoutIds = ({ goals, entries }: Awaited<ReturnType<typeof exported>>) => {
  const ids = { id: undefined, userId: undefined }
  return {
    goals: goals.map((goal) => ({ ...goal, ...ids })),
    entries: entries.map((entry) => ({ ...entry, ...ids })),
  }
}
const leftOut = { where: 'lisa.json', reason: expect.stringContaining('are not imported') }

type Texts = Record<JournalTextField, string>
const unicode = fc.string({ unit: 'grapheme' })
const word = fc.oneof(
  unicode,
  fc.constantFrom(
    '',
    '  ',
    ' padded\n',
    'a\u2028b',
    'مرحبا بالعالم',
    '😀👩‍👩‍👧',
    'x'.repeat(50_000),
    'a / b',
    'line\n\nline',
  ),
)
const journal = fc.uniqueArray(
  fc.record({
    day: fc.integer({ min: 0, max: 30 }),
    mood: fc.constantFrom(...moods),
    texts: fc.record(Object.fromEntries(journalTextFields.map((field) => [field, word]))),
  }),
  { selector: ({ day }) => day, maxLength: 6 },
)
const someGoals = fc.array(
  fc.record({
    title: fc.constantFrom('Read', 'Run 😀', 'q'.repeat(200)),
    timeline: fc.constantFrom(...timelines),
    description: fc.option(word.map((text) => text.slice(0, 1_000))),
    isAchieved: fc.boolean(),
    keptOn: fc.option(fc.constant('2026-03-01')),
    createdAt: fc.constantFrom('2026-01-01T10:00:00.123Z', '2026-02-01T10:00:00.000Z'),
  }),
  { maxLength: 5 },
)

describe('an export of our own', () => {
  test('goes in as it came out, and the second time nothing changes', { timeout: 120_000 }, async () => {
    const property = fc.asyncProperty(journal, someGoals, async (days, wanted) => {
      for (const { day, mood, texts } of days)
        await createEntry(db, ana.id, { entryDate: addDays('2024-02-20', day), mood, ...texts })
      for (const { isAchieved, createdAt, ...goal } of wanted)
        await createGoal(db, ana.id, {
          ...goal,
          description: goal.description || null,
          achievedAt: isAchieved ? new Date('2026-03-02T08:00:00.001Z') : null,
          createdAt: new Date(createdAt),
          updatedAt: new Date('2026-04-01T08:00:00.000Z'),
        })
      const before = await exported(asAna)
      await wipe(ana)
      const file = lisaJson(before)
      await imported(asAna, file)
      const after = await exported(asAna)
      const byContent = (rows: object[]) => rows.map((row) => JSON.stringify(row)).sort()
      expect(withoutIds(after).entries).toEqual(withoutIds(before).entries)
      expect(byContent(withoutIds(after).goals)).toEqual(byContent(withoutIds(before).goals))
      const again = await imported(asAna, file)
      expect(again).toMatchObject({
        entries: { new: 0, filledIn: 0, unchanged: days.length },
        goals: { new: 0, unchanged: wanted.length },
      })
      expect(await exported(asAna)).toEqual(after)
      await wipe(ana)
      await ctx.pool.query('delete from rate_limits')
    })
    await fc.assert(property, { seed: 2026, numRuns: 25 })
  })

  test('the preview tells what the import then does, and writes nothing', async () => {
    await write(asAna, '2026-01-02', { wins: 'Ran' })
    await write(asAna, '2026-01-03', { wins: 'Slept' })
    await createGoal(db, ana.id, { title: 'Read', timeline: 'monthly' })
    const file = lisaJson({
      entries: [
        { entryDate: '2026-01-01', wins: 'New' },
        { entryDate: '2026-01-02', wins: 'Read', mood: 'happy' },
        { entryDate: '2026-01-03', wins: 'Slept' },
        { entryDate: '2026-02-30', wins: 'Never' },
        { wins: 'Whenever' },
        { entryDate: '2026-01-04' },
      ],
      goals: [
        { title: 'Read', timeline: 'monthly' },
        { title: 'Read', timeline: 'annual' },
        { title: ' \u200b', timeline: 'annual' },
        { title: 'Some day', timeline: 'some day' },
      ],
    })
    const stored = await exported(asAna)
    const preview = await imported(asAna, file, { preview: true })
    expect(preview).toEqual({
      source: 'Lisa',
      entries: { new: 1, filledIn: 1, unchanged: 1 },
      goals: { new: 1, unchanged: 1 },
      from: '2026-01-01',
      to: '2026-01-03',
      skipped: [
        leftOut,
        { where: ' \u200b', reason: 'The goal has no title' },
        { where: 'Goal 4', reason: 'Its title or its timeline is missing' },
        { where: '2026-02-30', reason: 'No such day: 2026-02-30' },
        { where: 'Entry 5', reason: 'It has no date' },
        { where: '2026-01-04', reason: 'Nothing in it can be imported' },
      ],
    })
    expect(await exported(asAna)).toEqual(stored)
    const { body } = await asAna
      .post('/api/import')
      .set('Content-Type', 'application/json')
      .send(file)
      .expect(200)
    expect(body).toEqual(preview)
    expect(await exported(asAna)).toEqual(stored)

    expect(await imported(asAna, file)).toEqual(preview)
    const { entries } = await exported(asAna)
    expect(entries).toMatchObject([
      { entryDate: '2026-01-03', wins: 'Slept' },
      { entryDate: '2026-01-02', wins: 'Ran\n\nRead', mood: 'happy' },
      { entryDate: '2026-01-01', wins: 'New' },
    ])
    expect((await asAna.get('/api/account/events')).body).toMatchObject([{ kind: 'import' }])
  })

  test('of a newer version, or of none, is refused', async () => {
    const sent = async (version: unknown) =>
      (await sendFile(asAna, lisaJson({ version })).expect(400)).body.message
    expect(await sent(2)).toBe('The file was exported by a newer version of Lisa than this one.')
    for (const version of [undefined, '1', 0, null])
      expect(await sent(version)).toBe('The file does not say which version of the format it has.')
  })
})

describe('a day that has an entry', () => {
  test('loses nothing, whatever comes in, and gets all of it', { timeout: 120_000 }, async () => {
    const property = fc.asyncProperty(journal, journal, async (mine, theirs) => {
      const day = '2026-05-01'
      await wipe(ana)
      await ctx.pool.query('delete from rate_limits')
      const texts = mine[0]?.texts ?? {}
      const before = await write(asAna, day, texts)
      const entries = theirs.map(({ texts }) => ({ entryDate: day, mood: 'sad', ...(texts as Texts) }))
      const file = lisaJson({ entries })
      await imported(asAna, file)
      const after = (await exported(asAna)).entries[0]
      if (!after) throw new Error('The entry is gone')
      const others = journalTextFields.filter((field) => !field.startsWith('gratitude'))
      for (const field of others) {
        if (before[field].trim()) expect(after[field].startsWith(before[field])).toBe(true)
        for (const entry of entries)
          if (after[field].length < 49_999) expect(after[field]).toContain(entry[field].trim())
      }
      const gratitudes = [after.gratitude1, after.gratitude2, after.gratitude3].join(' / ')
      for (const slot of ['gratitude1', 'gratitude2', 'gratitude3'] as const)
        if (before[slot].trim()) expect(gratitudes).toContain(before[slot].trim())
      expect((await imported(asAna, file)).entries).toEqual({
        new: 0,
        filledIn: 0,
        unchanged: entries.length ? 1 : 0,
      })
      expect((await exported(asAna)).entries).toEqual([after])
    })
    await fc.assert(property, { seed: 2026, numRuns: 25 })
  })

  test('gets several of the file in turn, and only what is new of a later file', async () => {
    const early = { entryDate: '2026-01-01', wins: 'Tea', gratitude1: 'sun' }
    const late = { entryDate: '2026-01-01', wins: 'Teacher called', gratitude1: 'rain', mood: 'happy' }
    await imported(asAna, lisaJson({ entries: [late] }))
    expect((await imported(asAna, lisaJson({ entries: [early, late] }))).entries.filledIn).toBe(1)
    expect((await exported(asAna)).entries).toMatchObject([
      { wins: 'Teacher called\n\nTea', gratitude1: 'rain', gratitude2: 'sun', mood: 'happy' },
    ])
  })

  test('is cut where it is full, which is told every time', async () => {
    const before = await write(asAna, '2026-01-01', { wins: 'x'.repeat(49_990) })
    const file = lisaJson({
      entries: [
        { entryDate: '2026-01-01', wins: `1234567${'😀'.repeat(5)}`, challenges: 'y'.repeat(60_000) },
      ],
    })
    const first = await imported(asAna, file)
    expect(first.skipped.slice(1)).toEqual([
      { where: '2026-01-01', reason: 'Cut to the 50,000 characters that fit' },
      { where: '2026-01-01', reason: 'Cut to the 50,000 characters that fit' },
    ])
    const [after] = (await exported(asAna)).entries
    expect(after?.wins).toBe(`${before.wins}\n\n1234567`)
    expect(after?.challenges).toBe('y'.repeat(50_000))
    const second = await imported(asAna, file)
    expect(second).toEqual({ ...first, entries: { new: 0, filledIn: 0, unchanged: 1 } })
  })

  test('is read anew where another window saves it in between', async () => {
    await write(asAna, '2026-01-01', { wins: 'Before' })
    const other = await ctx.pool.connect()
    await other.query('begin')
    await other.query(`update journal_entries set wins = 'Meanwhile' where user_id = $1`, [ana.id])
    await other.query(
      `insert into journal_entries (user_id, entry_date, wins) values ($1, '2026-01-02', 'Too')`,
      [ana.id],
    )
    const file = lisaJson({
      entries: ['2026-01-01', '2026-01-02'].map((entryDate) => ({ entryDate, wins: 'Mine' })),
    })
    const importing = imported(asAna, file)
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await ctx.pool.query(waiting)).rowCount).toBe(1)
    await other.query('commit')
    other.release()
    expect((await importing).entries).toEqual({ new: 0, filledIn: 2, unchanged: 0 })
    expect((await exported(asAna)).entries).toMatchObject([
      { wins: 'Too\n\nMine' },
      { wins: 'Meanwhile\n\nMine' },
    ])
  })
})

describe('all of it or nothing', () => {
  test('where a row cannot be stored, none is', async () => {
    await ctx.pool.query(`alter table goals add constraint no_such_goal check (title <> 'Impossible')`)
    const entries = Array.from({ length: 120 }, (_, day) => ({
      entryDate: addDays('2026-01-01', day),
      wins: 'Ran',
    }))
    const titles = ['Read', 'Impossible']
    const file = lisaJson({ entries, goals: titles.map((title) => ({ title, timeline: 'monthly' })) })
    await sendFile(asAna, file).expect(500)
    expect(await exported(asAna)).toEqual({ entries: [], goals: [] })
    expect(await db.select().from(usage).where(eq(usage.userId, ana.id))).toEqual([])
    await ctx.pool.query('alter table goals drop constraint no_such_goal')
    expect((await imported(asAna, file)).entries.new).toBe(120)
  })

  test('what triggers count otherwise is counted: the streak, the quota, the search', async () => {
    await write(asAna, '2026-01-02', { wins: 'é' })
    const days = ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-09']
    const entries = days.map((entryDate) => ({ entryDate, challenges: 'Rain' }))
    await imported(asAna, lisaJson({ entries, goals: [{ title: 'Read', timeline: 'monthly' }] }))
    expect(await db.select().from(usage).where(eq(usage.userId, ana.id))).toMatchObject([
      { entries: 4, goals: 1, bytes: 2 + 4 * 4 + 4 },
    ])
    const runs = await db
      .select()
      .from(journalRuns)
      .where(eq(journalRuns.userId, ana.id))
      .orderBy(journalRuns.firstDay)
    expect(runs).toMatchObject([
      { firstDay: '2026-01-01', lastDay: '2026-01-03' },
      { firstDay: '2026-01-09', lastDay: '2026-01-09' },
    ])
    expect((await asAna.get('/api/journal-entries?q=rain')).body).toHaveLength(4)
    await write(asAna, '2026-01-08')
    expect(await db.$count(journalRuns, eq(journalRuns.userId, ana.id))).toBe(2)
  })
})

describe('who imports', () => {
  test('changes nothing of others, and may do so with a token', async () => {
    await write(asBen, '2026-01-01', { wins: 'Ben' })
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
    await write(asAna, '2026-01-01', { wins: 'Before' })
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
    const entry = await write(asAna, '2026-01-03')
    const { connectionString: databaseUrl } = ctx.pool.options
    const { quota } = ctx.env
    const short = createPool({ databaseUrl, databasePoolMax: 2, quota, statementTimeoutMs: 2_000 }, ctx.log)
    const other = await createTestApp({ pool: short })
    const client = await signIn(other.app, ana)
    await importing(async () => {
      await write(client, '2026-01-02', { wins: 'Too' })
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
          ...Object.fromEntries(journalTextFields.map((f) => [f, '語'.repeat(50_000)])),
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
