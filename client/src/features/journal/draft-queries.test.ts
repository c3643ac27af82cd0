import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { entryRecord } from '@shared/journal'
import { today } from '@/lib/dates/days'
import { draftOf } from '@/lib/saving/drafts'
import { outboxQuery, saveVersion, type SaveInOutbox } from '@/lib/saving/save'
import { anEntry } from '@/test/entries'
import { answer, fakeApi, offline } from '@/test/fake-api'
import { putIntoTodaysDraft } from './draft-queries'

const byDate = 'GET /api/journal-entries/by-date/:date'
const missing = answer(404, { message: 'Journal entry not found' })
const words = 'I ran.\nIt was cold.'

beforeEach(() => localStorage.clear())

const draft = () => draftOf<Record<string, string>>('ana', 'journal', today())

async function put(entry: unknown) {
  const { calls } = fakeApi({ [byDate]: entry })
  const isKept = await putIntoTodaysDraft(new QueryClient(), 'ana', [words])
  expect(calls.map(({ method }) => method)).toEqual(['GET'])
  return { isKept, draft: draft().read() }
}

test('a day without an entry gets a draft with the words', async () => {
  const { isKept, draft } = await put(missing)
  expect(isKept).toBe(true)
  expect(draft).toMatchObject({ values: { entryDate: today(), overallReflection: words, wins: '' } })
  expect(draft?.values.mood).toBeUndefined()
  expect(draft?.base).toBeUndefined()
})

test('the words stand after what the entry says, which the form knows as loaded', async () => {
  const entry = anEntry({ entryDate: today(), wins: 'Read', overallReflection: 'A good day.', mood: 'happy' })
  const { draft } = await put(entry)
  expect(draft).toMatchObject({
    values: { wins: 'Read', overallReflection: `A good day.\n\n${words}` },
    base: entry.updatedAt,
  })
  expect(draft?.values.mood).toBeUndefined()
})

test('a draft loses nothing, and is still one of what it was begun from', async () => {
  const typed = { entryDate: today(), mood: 'sad', wins: 'Typed', overallReflection: 'Typed too' }
  draft().write(typed, '2026-11-21T08:00:00.000Z')
  const { draft: now } = await put(anEntry({ entryDate: today(), overallReflection: 'Saved elsewhere' }))
  expect(now).toMatchObject({
    values: { ...typed, overallReflection: `Typed too\n\n${words}` },
    base: '2026-11-21T08:00:00.000Z',
  })
})

test('a mood that was tapped stays chosen', async () => {
  draft().write({ entryDate: today(), mood: 'happy' })
  const entry = anEntry({ entryDate: today(), overallReflection: 'Saved' })
  const { draft: now } = await put(entry)
  expect(now).toMatchObject({
    values: { mood: 'happy', overallReflection: `Saved\n\n${words}` },
    base: entry.updatedAt,
  })
})

test('goals that were tapped stay linked, and are added to those of an entry that was saved elsewhere', async () => {
  const [tapped = '', other = ''] = [
    '8d0f6a52-6a0e-4b9c-9a53-0f6d0f6d0f6d',
    '9d0f6a52-6a0e-4b9c-9a53-0f6d0f6d0f6d',
  ]
  const { mood: _, ...alone } = entryRecord.values({ entryDate: today(), goalIds: [tapped] })
  const tap = () => draftOf<object>('ana', 'journal', today()).write(alone)
  tap()
  expect((await put(missing)).draft?.values).toMatchObject({ goalIds: [tapped], overallReflection: words })
  tap()
  const entry = anEntry({ entryDate: today(), wins: 'Saved', goalIds: [other] })
  expect((await put(entry)).draft).toMatchObject({
    values: { goalIds: [tapped, other], wins: 'Saved', overallReflection: words },
    base: entry.updatedAt,
  })
})

test('words that are there are not put there twice', async () => {
  await put(missing)
  const { draft } = await put(missing)
  expect(draft?.values.overallReflection).toBe(words)
})

test('words that are a part of others are not taken for them', async () => {
  const { draft } = await put(anEntry({ entryDate: today(), overallReflection: `${words}..` }))
  expect(draft?.values.overallReflection).toBe(`${words}..\n\n${words}`)
})

test('without a connection the draft is kept all the same', async () => {
  const { isKept, draft } = await put(offline)
  expect(isKept).toBe(true)
  expect(draft?.values.overallReflection).toBe(words)
})

test('what waits to be sent stays in the form that opens', async () => {
  const values = { entryDate: today(), wins: 'Ran', overallReflection: 'Cold' }
  const client = new QueryClient()
  const save: SaveInOutbox = {
    version: saveVersion,
    id: '1',
    key: '1',
    userId: 'ana',
    kind: 'journal',
    subject: today(),
    values,
    seen: [],
    savedAt: Date.now() - 1000,
    state: 'waiting',
    tries: 1,
  }
  client.setQueryData(outboxQuery.queryKey, [save])
  fakeApi({ [byDate]: offline })
  await putIntoTodaysDraft(client, 'ana', [words])
  expect(draft().read()?.values).toMatchObject({ wins: 'Ran', overallReflection: `Cold\n\n${words}` })
})

test('a browser that keeps nothing is told of', async () => {
  const refuse = () => {
    throw new DOMException('Full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: refuse, removeItem: () => {} })
  expect((await put(missing)).isKept).toBe(false)
  vi.unstubAllGlobals()
})
