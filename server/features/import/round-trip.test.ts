import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { timelines } from '@shared/goals'
import { entryRecord, moods } from '@shared/journal'
import { goalDays, goals, journalEntries } from '@shared/schema'
import { createUser } from '../../test/factories'
import { exported, imported } from '../../test/imports'
import type { Client } from '../../test/people'
import { readHere } from '../../test/reading'
import { createTestApp, signIn } from '../../test/test-app'

const { app, ctx, db } = await createTestApp({ startReading: readHere })

const words = fc
  .oneof(
    { weight: 4, arbitrary: fc.string({ unit: 'grapheme' }) },
    { weight: 2, arbitrary: fc.string({ unit: 'binary' }) },
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        '',
        ' ',
        ' a\r\n',
        '\u2028\u2029',
        'שלום\u202e',
        'مرحبا',
        '👩‍👩‍👧\ufe0f',
        '</script>',
      ),
    },
    { weight: 1, arbitrary: fc.constantFrom('x'.repeat(50_000), '語'.repeat(50_000), '😀'.repeat(25_000)) },
  )
  .map((text) => text.replaceAll('\u0000', '').replace(/\p{Surrogate}/gu, ''))
const texts = fc.record(Object.fromEntries(entryRecord.texts.map((field) => [field, words])))
const instant = fc.date({ min: new Date('2000-01-01'), max: new Date('2026-01-01'), noInvalidDate: true })
const timestamps = { createdAt: instant, updatedAt: instant }
const entry = fc
  .record({
    entryDate: fc
      .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
    mood: fc.constantFrom(...moods),
    texts,
    ...timestamps,
  })
  .map(({ texts, ...entry }) => ({
    ...entry,
    ...entryRecord.stored(entryRecord.values({ ...entry, ...texts })),
  }))
const goalText = fc.option(words.map((text) => text.slice(0, 9_999) || 'x'))
const goal = fc.record({
  // Few titles, so that there are goals of the same.
  title: fc.constantFrom('Read', 'Run 👟', '語'.repeat(200)),
  timeline: fc.constantFrom(...timelines),
  description: goalText,
  motivation: goalText,
  successIndicators: goalText,
  achievedAt: fc.option(instant),
  keptOn: fc.option(fc.constantFrom('2024-02-29', '2025-12-31')),
  ...timestamps,
})
const journals = fc.record({
  entries: fc.uniqueArray(entry, { selector: ({ entryDate }) => entryDate, maxLength: 8 }),
  goals: fc.uniqueArray(goal, { selector: ({ createdAt }) => createdAt.getTime(), maxLength: 6 }),
  links: fc.array(fc.record({ entry: fc.nat(7), goal: fc.nat(5) })),
  parts: fc.array(fc.record({ part: fc.nat(5), parent: fc.nat(5) }), { maxLength: 6 }),
})
type Journal = typeof journals extends fc.Arbitrary<infer J> ? J : never

async function store({ entries, goals: planned, links, parts }: Journal, userId: string, client: Client) {
  const owned = <Row extends object>(rows: Row[]) => rows.map((row) => ({ ...row, userId }))
  const days = entries.length
    ? await db.insert(journalEntries).values(owned(entries)).returning({ id: journalEntries.id })
    : []
  const made = planned.length ? await db.insert(goals).values(owned(planned)).returning({ id: goals.id }) : []
  const linked = links.flatMap(({ entry, goal }) => {
    const [entryId, goalId] = [days[entry]?.id, made[goal]?.id]
    return entryId && goalId ? [{ entryId, goalId, userId }] : []
  })
  if (linked.length) await db.insert(goalDays).values(linked).onConflictDoNothing()
  for (const { part, parent } of parts)
    // One that does not fit is refused.
    if (made[part] && made[parent])
      await client.patch(`/api/goals/${made[part].id}`).send({ parentId: made[parent].id })
}

test(
  'what is exported, wiped and imported is equal; again nothing changes',
  { timeout: 240_000, tags: 'nightly' },
  async () => {
    const property = fc.asyncProperty(journals, async (journal) => {
      const { id: userId } = await createUser(db)
      const client = await signIn(app, { id: userId })
      await store(journal, userId, client)
      const rows = async () => {
        const { entries, goals } = await exported(client)
        const nameOf = (goalId: string | null) => goals.find(({ id }) => id === goalId)?.createdAt
        const sorted = (rows: object[]) => rows.map((row) => JSON.stringify({ ...row, id: 0 })).sort()
        return {
          entries: sorted(
            entries.map((entry) => ({ ...entry, goalIds: entry.goalIds.map((id) => nameOf(id)).sort() })),
          ),
          goals: sorted(goals.map((goal) => ({ ...goal, parentId: nameOf(goal.parentId) }))),
        }
      }
      const before = await rows()
      const { body: zip } = await client.get('/api/export').responseType('blob').expect(200)
      await db.delete(journalEntries).where(eq(journalEntries.userId, userId))
      await db.delete(goals).where(eq(goals.userId, userId))

      const all = { entries: before.entries.length, goals: before.goals.length }
      expect(await imported(client, zip)).toMatchObject({
        source: 'Lisa',
        entries: { new: all.entries, filledIn: 0, unchanged: 0 },
        goals: { new: all.goals, unchanged: 0 },
        skipped: [{ where: 'lisa.json' }],
      })
      expect(await rows()).toEqual(before)
      expect(await imported(client, zip)).toMatchObject({
        entries: { new: 0, filledIn: 0, unchanged: all.entries },
        goals: { new: 0, unchanged: all.goals },
      })
      expect(await rows()).toEqual(before)
      await ctx.pool.query('delete from rate_limits')
    })
    await fc.assert(property, { numRuns: 15, seed: 2026 })
  },
)
