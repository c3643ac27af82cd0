import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { addDays } from '@shared/dates'
import { journalRuns, usage } from '@shared/schema'
import { createEntry, createGoal } from '../../test/factories'
import { exported, imported, lisaJson, sendFile, wipe, writeEntry } from '../../test/imports'
import { journal, someGoals } from '../../test/journal-arbitrary'
import { type Client, signInAnaAndBen, type User } from '../../test/people'
import { readHere } from '../../test/reading'
import { createTestApp } from '../../test/test-app'

const { app, ctx, db } = await createTestApp({ startReading: readHere })
let ana: User, asAna: Client
beforeEach(async () => ({ ana, asAna } = await signInAnaAndBen(app, db)))

/** As they are compared after they went out and came in again: ids are new. */
const withoutIds = ({ goals, entries }: Awaited<ReturnType<typeof exported>>) => {
  const ids = { id: undefined, userId: undefined }
  return {
    goals: goals.map((goal) => ({ ...goal, ...ids })),
    entries: entries.map((entry) => ({ ...entry, ...ids })),
  }
}
const leftOut = { where: 'lisa.json', reason: expect.stringContaining('are not imported') }

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
      await wipe(db, ana)
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
      await wipe(db, ana)
      await ctx.pool.query('delete from rate_limits')
    })
    await fc.assert(property, { seed: 2026, numRuns: 25 })
  })

  test('the preview tells what the import then does, and writes nothing', async () => {
    await writeEntry(asAna, '2026-01-02', { wins: 'Ran' })
    await writeEntry(asAna, '2026-01-03', { wins: 'Slept' })
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

    expect(await imported(asAna, file)).toEqual({ ...preview, importId: expect.any(String) })
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

  test('a deadlock is tried again; the third one is told as a change at the same moment, and nothing is written', async () => {
    await ctx.pool.query(`
      create sequence deadlocks;
      create function deadlock() returns trigger language plpgsql as $$ begin
        if nextval('deadlocks') <= 3 then raise 'deadlock detected' using errcode = '40P01'; end if;
        return new;
      end $$;
      create trigger deadlock before insert on goals execute function deadlock()`)
    onTestFinished(
      async () => void (await ctx.pool.query('drop function deadlock cascade; drop sequence deadlocks')),
    )
    const goals = [{ title: 'Swim', timeline: 'monthly' }]
    const file = lisaJson({ goals, entries: [{ entryDate: '2026-01-01', wins: 'Tea' }] })
    const message = 'Your journal was changed at the same moment. Please try again.'
    await sendFile(asAna, file).expect(409, { message })
    expect(await exported(asAna)).toEqual({ goals: [], entries: [] })
    await ctx.pool.query(`select setval('deadlocks', 1)`)
    expect(await imported(asAna, file)).toMatchObject({ entries: { new: 1 }, goals: { new: 1 } })
  })

  test('what triggers count otherwise is counted: the streak, the quota, the search', async () => {
    await writeEntry(asAna, '2026-01-02', { wins: 'é' })
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
    await writeEntry(asAna, '2026-01-08')
    expect(await db.$count(journalRuns, eq(journalRuns.userId, ana.id))).toBe(2)
  })
})
