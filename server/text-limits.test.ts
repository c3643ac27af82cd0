import { beforeEach, describe, expect, test } from 'vitest'
import { goalRecord } from '@shared/goals'
import { entryRecord } from '@shared/journal'
import { goals, journalEntries } from '@shared/schema'
import { exported, imported, wipe } from './test/imports'
import { type Client, signInAnaAndBen, type User } from './test/people'
import { readHere } from './test/reading'
import { createTestApp } from './test/test-app'

// Each text of both records. A yellow heart has two UTF-16 units, and was one character before units were counted.

const { app, db } = await createTestApp({ startReading: readHere })
let ana: User, asAna: Client
beforeEach(async () => ({ ana, asAna } = await signInAnaAndBen(app, db)))

const hearts = (count: number) => '💛'.repeat(count)
const goal = { title: 'Run', timeline: 'monthly' as const }
const entry = { entryDate: '2026-11-21' }

const kinds = [
  ...goalRecord.texts.map((name) => ({
    name: name as string,
    limit: goalRecord.textField(name).limit,
    path: 'goals' as const,
    base: goal as object,
    change: 'patch' as const,
  })),
  ...entryRecord.texts.map((name) => ({
    name: name as string,
    limit: entryRecord.textField(name).limit,
    path: 'journal-entries' as const,
    base: entry as object,
    change: 'put' as const,
  })),
]

const refusal = (name: string, limit: number) => {
  const message = `Must be at most ${limit.toLocaleString('en')} characters`
  return { message: `${name}: ${message}`, errors: [{ path: name, message }] }
}

describe.each(kinds)('$path: $name', ({ name, limit, path, base, change }) => {
  test('has at most $limit UTF-16 units', async () => {
    const whole = { ...base, [name]: hearts(limit / 2) }
    const { body: created } = await asAna.post(`/api/${path}`).send(whole).expect(201)
    expect(created[name]).toBe(whole[name as never])
    for (const text of [
      hearts(limit / 2 + 1),
      `${hearts(limit / 2)}x`,
      hearts(limit),
      'x'.repeat(limit + 1),
    ]) {
      const sent = { ...base, entryDate: '2026-11-20', [name]: text }
      expect((await asAna.post(`/api/${path}`).send(sent).expect(400)).body).toEqual(refusal(name, limit))
      const one = asAna[change](`/api/${path}/${created.id}`)
      expect((await one.send(sent).expect(400)).body).toEqual(refusal(name, limit))
    }
    expect((await asAna.get(`/api/${path}`).expect(200)).body).toEqual([created])
  })

  test('of before, when characters were counted, stays and can be shortened', async () => {
    const before = hearts(limit - 2)
    const [row] = await (
      path === 'goals'
        ? db.insert(goals).values({ ...goal, [name]: before, userId: ana.id })
        : db.insert(journalEntries).values({ ...entry, [name]: before, userId: ana.id })
    ).returning()
    const { body: read } = await asAna.get(`/api/${path}/${row?.id}`).expect(200)
    expect(read[name]).toBe(before)

    const send = (text: string) => asAna[change](`/api/${path}/${row?.id}`).send({ ...base, [name]: text })
    await send(before).expect(200)
    await send(before.replace('💛', 'x')).expect(200)
    await send(hearts(limit - 3)).expect(200)
    expect((await send(before).expect(400)).body).toEqual(refusal(name, 2 * limit - 6))
    const { body: now } = await asAna.get(`/api/${path}/${row?.id}`).expect(200)
    expect(now[name]).toBe(hearts(limit - 3))

    const stored = await exported(asAna)
    const { body: zip } = await asAna.get('/api/export').responseType('blob').expect(200)
    await wipe(db, ana)
    const { skipped } = await imported(asAna, zip)
    expect(skipped.map(({ where }) => where)).toEqual(['lisa.json'])
    const back = await exported(asAna)
    const withoutIds = ({ goals, entries }: typeof stored) =>
      [...goals, ...entries].map((row) => ({ ...row, id: undefined }))
    expect(withoutIds(back)).toEqual(withoutIds(stored))
    expect(await imported(asAna, zip)).toMatchObject({ goals: { new: 0 }, entries: { new: 0, filledIn: 0 } })
  })
})

test('what another program wrote is cut to UTF-16 units', async () => {
  const report = await imported(asAna, `date,text\n2026-11-21,${hearts(30_000)}\n`)
  expect(report.skipped.map(({ reason }) => reason)).toEqual(['Cut to the 50,000 characters that fit'])
  expect((await exported(asAna)).entries[0]?.overallReflection).toBe(hearts(25_000))
})

test('an export that was written by hand brings no longer texts than there were', async () => {
  const file = { format: 'lisa', version: 1, entries: [{ ...entry, wins: hearts(50_001) }], goals: [] }
  const report = await imported(asAna, JSON.stringify(file))
  expect(report.skipped.map(({ reason }) => reason)).toContain('Cut to the 50,000 characters that fit')
  expect((await exported(asAna)).entries[0]?.wins).toBe(hearts(25_000))
})
