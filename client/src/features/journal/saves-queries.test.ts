import { describe, expect, test, vi } from 'vitest'
import { entryRecord, type EntryValues } from '@shared/journal'
import { isNotTaken } from '@/lib/api/api'
import { saveVersion, type Save } from '@/lib/saving/save'
import { anEntry } from '@/test/entries'
import { answer, fakeApi, offline } from '@/test/fake-api'
import { aGoal } from '@/test/goals'
import { create, update } from '@/test/journal-today'
import { entrySender } from './saves-queries'

const loaded = anEntry({ mood: 'sad', wins: 'ran', wentWell: 'tea' })
const base = { id: loaded.id, updatedAt: loaded.updatedAt, ...entryRecord.values(loaded) }
const saveOf = (values: object, more: Partial<Save<Partial<EntryValues>>> = {}) => ({
  version: saveVersion,
  id: '1',
  key: '1',
  userId: 'ana',
  kind: 'journal',
  subject: loaded.entryDate,
  values,
  base,
  seen: [],
  savedAt: 0,
  ...more,
})

/** A server that has `current`, which was changed after the form was filled. */
function changedElsewhere(change: object) {
  const current = { ...loaded, ...change, updatedAt: '2026-11-21T11:00:00.000Z' }
  const api = fakeApi({
    [update]: ({ body }: { body: { updatedAt: string } }) =>
      body.updatedAt === current.updatedAt
        ? { ...current, ...body }
        : answer(409, { message: 'This entry was changed elsewhere', current }),
  })
  return { current, sent: () => api.callsOf(update).at(-1)?.body }
}

test('without a loaded entry nothing is updated, and nothing is sent', async () => {
  const { calls } = fakeApi()
  const save = saveOf({}, { base: { ...base, id: '' } })
  await expect(entrySender.send(save)).rejects.toThrow(/^No existing entry to update$/)
  const { failed } = entrySender.told(save)
  expect(typeof failed === 'function' && failed(new Error('No existing entry to update'))).toBe(
    'No existing entry to update',
  )
  expect(calls).toEqual([])
})

test('changes of different fields are put together unasked', async () => {
  const { current, sent } = changedElsewhere({ wentWell: 'tea and cake', mood: 'happy' })
  await entrySender.send(saveOf({ ...base, mood: undefined, wins: 'ran far' }))
  expect(sent()).toMatchObject({
    wins: 'ran far',
    wentWell: 'tea and cake',
    mood: 'happy',
    updatedAt: current.updatedAt,
  })
})

test('a field that both have changed is asked about, and nothing is overwritten', async () => {
  const { current, sent } = changedElsewhere({ wins: 'swam' })
  await expect(entrySender.send(saveOf({ ...base, wins: 'ran far' }))).rejects.toMatchObject({
    status: 409,
    body: { current: { wins: 'swam' } },
  })
  expect(sent()).not.toMatchObject({ updatedAt: current.updatedAt })
})

test('an earlier version of the same form, whose answer was lost, is overwritten', async () => {
  const { sent } = changedElsewhere({ wins: 'ran far' })
  await entrySender.send(saveOf({ wins: 'ran far and home' }, { seen: [{ wins: 'ran far' }] }))
  expect(sent()).toMatchObject({ wins: 'ran far and home', wentWell: 'tea' })
})

test.each([
  ['has arrived', { wins: 'ran far' }, undefined],
  ['had an earlier version that has arrived', { wins: 'ran' }, { wins: 'ran far' }],
])('a new entry that %s is no conflict, and is stored once', async (_, stored, expected) => {
  const current = anEntry({ entryDate: loaded.entryDate, ...stored })
  const refusal = answer(422, { message: 'This was created before', current })
  const api = fakeApi({
    [create]: refusal,
    [update]: ({ body }: { body: object }) => ({ ...current, ...body }),
  })
  const values = { entryDate: loaded.entryDate, wins: 'ran far' }
  const save = saveOf(values, { base: undefined, seen: [{ entryDate: loaded.entryDate, wins: 'ran' }] })
  expect(await entrySender.send(save)).toMatchObject({ id: current.id, wins: 'ran far' })
  expect(api.callsOf(create)).toHaveLength(1)
  expect(api.callsOf(update).map(({ body }) => body)).toEqual(
    expected ? [expect.objectContaining({ ...expected, updatedAt: current.updatedAt })] : [],
  )
})

test('a save that an older page has stored, without the words of its entry, is asked about', async () => {
  changedElsewhere({ wentWell: 'cake' })
  const { id, updatedAt } = base
  const save = saveOf({ ...base, wins: 'ran far' }, { base: { id, updatedAt } })
  await expect(entrySender.send(save)).rejects.toMatchObject({ status: 409 })
})

test('a long entry has as much time as it takes on a slow line', async () => {
  const limit = vi.spyOn(AbortSignal, 'timeout')
  fakeApi({ [update]: loaded })
  await entrySender.send(saveOf({ ...base, wins: 'x'.repeat(50_000), wentWell: 'é'.repeat(50_000) }))
  // A kilobyte a second, and a minute for all else.
  expect(limit.mock.calls.at(-1)?.[0]).toBeGreaterThan(60_000 + 150_000)
})

describe('a goal that was deleted elsewhere', () => {
  const [kept, gone] = [aGoal(), aGoal()]
  const goalIds = [kept.id, gone.id]
  const errors = [{ path: 'goalIds', message: 'Choose from your own goals' }]
  const withoutGone = ({ body }: { body: { goalIds: string[] } }) =>
    body.goalIds.includes(gone.id) ? answer(400, { message: 'Invalid', errors }) : { ...loaded, ...body }
  const goals = 'GET /api/goals'

  test('holds up no words: they are sent once more, with the goals that are there', async () => {
    const api = fakeApi({ [update]: withoutGone, [create]: withoutGone, [goals]: [kept] })
    await entrySender.send(saveOf({ ...base, wins: 'ran far', goalIds }))
    await entrySender.send(saveOf({ entryDate: '2026-11-20', wins: 'ran', goalIds }, { base: undefined }))
    for (const [route, wins] of [
      [update, 'ran far'],
      [create, 'ran'],
    ] as const)
      expect(api.callsOf(route).map(({ body }) => body)).toMatchObject([
        { wins, goalIds },
        { wins, goalIds: [kept.id] },
      ])
    const keys = api.callsOf(create).map(({ headers }) => headers.get('Idempotency-Key'))
    expect(new Set(keys)).toEqual(new Set(['1']))
  })

  test('is left out also where the entry has changed meanwhile', async () => {
    const current = { ...loaded, wentWell: 'cake', updatedAt: '2026-11-21T11:00:00.000Z' }
    const api = fakeApi({
      [goals]: [kept],
      [update]: (call: { body: { updatedAt: string; goalIds: string[] } }) =>
        call.body.updatedAt === current.updatedAt
          ? withoutGone(call)
          : answer(409, { message: 'This entry was changed elsewhere', current }),
    })
    await entrySender.send(saveOf({ ...base, wins: 'ran far', goalIds }))
    expect(api.callsOf(update).at(-1)?.body).toMatchObject({
      wins: 'ran far',
      wentWell: 'cake',
      goalIds: [kept.id],
    })
  })

  test('waits with the words if the goals cannot be read', async () => {
    fakeApi({ [update]: withoutGone, [goals]: offline })
    await expect(entrySender.send(saveOf({ ...base, goalIds }))).rejects.toSatisfy(isNotTaken)
  })
})

test('goals of two devices that are too many together are asked about, and none of them is left out', async () => {
  const someGoals = () => Array.from({ length: 30 }, () => aGoal())
  const idsOf = (goals: { id: string }[]) => goals.map(({ id }) => id)
  const [theirs, mine] = [someGoals(), someGoals()]
  const current = { ...loaded, goalIds: idsOf(theirs), updatedAt: '2026-11-21T11:00:00.000Z' }
  const api = fakeApi({
    'GET /api/goals': [...theirs, ...mine],
    [update]: ({ body }: { body: { updatedAt: string; goalIds: string[] } }) =>
      body.updatedAt !== current.updatedAt
        ? answer(409, { message: 'This entry was changed elsewhere', current })
        : body.goalIds.length > 50
          ? answer(400, { message: 'Invalid', errors: [{ path: 'goalIds', message: 'Choose at most 50' }] })
          : { ...current, ...body },
  })
  const save = saveOf({ ...base, goalIds: idsOf(mine) })
  await expect(entrySender.send(save)).rejects.toMatchObject({ status: 400 })
  expect(api.callsOf(update)).toHaveLength(2)
})
