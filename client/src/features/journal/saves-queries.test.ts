import { expect, test, vi } from 'vitest'
import { entryRecord, type EntryValues } from '@shared/journal'
import { saveVersion, type Save } from '@/lib/saving/save'
import { anEntry } from '@/test/entries'
import { answer, fakeApi } from '@/test/fake-api'
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
