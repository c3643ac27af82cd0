import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { JournalEntryView } from '@shared/journal'
import { journalQueries } from '@/features/journal/journal-queries'
import { anEntry } from '@/test/entries'
import { answer } from '@/test/fake-api'
import { setUpVoiceTools } from '@/test/set-up-voice-tools'

const create = 'POST /api/journal-entries'
const read = 'GET /api/journal-entries/:id'
const update = 'PUT /api/journal-entries/:id'
/** The day has an entry. */
const taken = (there: JournalEntryView) => ({
  [create]: answer(409, { message: 'An entry for this date already exists', id: there.id }),
  [read]: there,
})

beforeEach(() => void vi.setSystemTime(new Date(2026, 10, 21, 23, 59)))
afterEach(() => void vi.useRealTimers())

describe('create_journal_entry', () => {
  const today = '2026-11-21'
  const filledIn = { updatedAt: '2026-11-21T10:00:00.000Z' }

  test('creates the entry of a day without one', async () => {
    const { client, lines, run } = setUpVoiceTools({ [create]: anEntry({ entryDate: today }) })
    client.setQueryData(journalQueries.pages().queryKey, { pages: [], pageParams: [] })
    expect(await run('create_journal_entry', { entryDate: today, wins: 'Ran' })).toContain('created')
    expect(lines).toEqual(['Creating journal entry…', '✓ Journal entry created: November 21, 2026'])
    expect(client.getQueryState(journalQueries.pages().queryKey)?.isInvalidated).toBe(true)
  })

  test('fills in the entry that is there, and erases nothing', async () => {
    const there = anEntry({ entryDate: today, mood: 'happy', wins: 'Ran', gratitude1: 'sun' })
    const { api, lines, run } = setUpVoiceTools({ ...taken(there), [update]: { ...there, ...filledIn } })
    const input = { entryDate: today, mood: 'sad', wins: 'Read', wentWell: 'Tea', gratitude1: 'tea' }
    expect(await run('create_journal_entry', input)).toContain('The mood stays happy.')
    expect(lines.at(-1)).toBe('✓ Journal entry updated: November 21, 2026')
    expect(api.callsOf(update)).toMatchObject([
      {
        params: { id: there.id },
        body: {
          updatedAt: there.updatedAt,
          mood: 'happy',
          wins: 'Ran\n\nRead',
          wentWell: 'Tea',
          gratitude1: 'sun',
          gratitude2: 'tea',
        },
      },
    ])
  })

  test('does not call an entry created that was there and stays as it is', async () => {
    const there = anEntry({ entryDate: today, mood: 'sad', wins: 'Ran' })
    expect(there.updatedAt).toBe(there.createdAt)
    const { lines, run } = setUpVoiceTools({ ...taken(there), [update]: { ...there } })
    expect(await run('create_journal_entry', { entryDate: today, mood: 'happy', wins: 'Ran' })).toContain(
      'The mood stays sad.',
    )
    expect(lines.at(-1)).toBe('✓ Journal entry updated: November 21, 2026')
  })

  test.each([
    ['a day without an entry is deleted again', undefined, undefined],
    ['what was filled in has its words back', { wins: 'Ran', wentWell: 'Tea' }, { before: { wins: 'Ran' } }],
    ['a mood that nobody had chosen is none again', { mood: 'sad' }, { before: { mood: '' } }],
  ] as const)('of which %s when it is undone', async (_, was, undo) => {
    const there = anEntry({ entryDate: today, ...was, mood: 'neutral', moodChosen: false })
    const now = {
      ...there,
      ...filledIn,
      ...(was && 'mood' in was ? { mood: 'sad' as const, moodChosen: true } : { wins: 'Ran\n\nRead' }),
    }
    const { writes, run } = setUpVoiceTools(was ? { ...taken(there), [update]: now } : { [create]: there })
    await run('create_journal_entry', { entryDate: today, wins: 'Read' })
    const { id, updatedAt } = was ? now : there
    const replaced = was && there.updatedAt
    expect(writes.at(-1)?.undo).toEqual({ kind: 'entry', id, updatedAt, ...(undo && { ...undo, replaced }) })
  })

  test('that changed nothing, or whose first answer was lost, has no undoing', async () => {
    const there = anEntry({ entryDate: today, wins: 'Ran' })
    const { api, writes, run } = setUpVoiceTools({ ...taken(there), [update]: there })
    await run('create_journal_entry', { entryDate: today, wins: 'Ran' })
    api.on(create, { ...there, ...filledIn })
    await run('create_journal_entry', { entryDate: today, wins: 'Read' })
    expect(writes.filter(({ state }) => state === 'saved').map(({ undo }) => undo)).toEqual([
      undefined,
      undefined,
    ])
  })

  test('is faster or slower than another window: what that one wrote stays', async () => {
    const before = anEntry({ entryDate: today, updatedAt: '2026-11-21T08:30:00.000Z' })
    const later = { ...before, wins: 'From the other window', updatedAt: '2026-11-21T09:00:00.000Z' }
    const { api, run } = setUpVoiceTools({
      ...taken(before),
      [update]: ({ body }: { body: { updatedAt: string } }) =>
        body.updatedAt === later.updatedAt
          ? { ...later, ...filledIn }
          : answer(409, { message: 'This entry was changed elsewhere', current: later }),
    })
    expect(await run('create_journal_entry', { entryDate: today, wins: 'Ran' })).toContain('filled in')
    expect(api.callsOf(update)[1]?.body).toMatchObject({
      updatedAt: later.updatedAt,
      wins: 'From the other window\n\nRan',
    })
  })

  test('gives up when it is always too slow', async () => {
    const there = anEntry({ entryDate: today })
    const { api, run } = setUpVoiceTools({
      ...taken(there),
      [update]: answer(409, { message: 'This entry was changed elsewhere', current: there }),
    })
    expect(await run('create_journal_entry', { entryDate: today })).toBe(
      'Failed to create journal entry: This entry was changed elsewhere',
    )
    expect(api.callsOf(update)).toHaveLength(3)
  })

  test.each([
    ['2999-01-01', 'in the future'],
    ['2026-11-23', 'in the future'],
    ['1900-01-01', 'too long ago'],
  ])('%s is refused, and Lisa is told why', async (entryDate, reason) => {
    const { api, lines, run } = setUpVoiceTools({})
    expect(await run('create_journal_entry', { entryDate, wins: 'Ran' })).toBe(
      `Failed to create journal entry: entryDate: That day is ${reason}. Today is 2026-11-21. Ask which day the user means.`,
    )
    expect(lines.at(-1)).toBe('✗ Failed to create journal entry')
    expect(api.calls).toEqual([])
  })

  test('tomorrow and long ago are days like others', async () => {
    const { run } = setUpVoiceTools({ [create]: anEntry({ entryDate: today }) })
    for (const entryDate of ['2026-11-22', '1950-06-01'])
      expect(await run('create_journal_entry', { entryDate })).toContain('created')
  })

  test('needs a day that exists', async () => {
    const { api, run } = setUpVoiceTools({})
    expect(await run('create_journal_entry', { entryDate: '2026-02-30' })).toMatch(
      /^Failed .*entryDate: Date/,
    )
    expect(api.calls).toEqual([])
  })
})
