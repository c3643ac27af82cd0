import { describe, expect, test } from 'vitest'
import { renderHook } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { goalQueries, useCreateGoal } from '@/features/goals/goals-queries'
import { journalQueries, useCreateEntry, useUpdateEntry } from '@/features/journal/journal-queries'
import { createQueryClient } from '@/lib/query-client'
import { anEntry } from '@/test/entries'
import { answer, fakeApi, offline, type Routes } from '@/test/fake-api'
import { filledIn } from './fill-in-entry'
import { createVoiceTools } from './voice-tools'

const byDate = 'GET /api/journal-entries/by-date/:date'
const create = 'POST /api/journal-entries'
const update = 'PUT /api/journal-entries/:id'

/** The tools as the screen has them, over an API that answers as given. */
function setUp(routes: Routes) {
  const api = fakeApi(routes)
  const client = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(
    () => ({
      createGoal: useCreateGoal().mutateAsync,
      createEntry: useCreateEntry().mutateAsync,
      updateEntry: useUpdateEntry().mutateAsync,
    }),
    { wrapper },
  )
  const lines: string[] = []
  const tools = createVoiceTools({ client, ...result.current, onProgress: ({ text }) => lines.push(text) })
  const run = (name: string, input: unknown, callId: string = crypto.randomUUID()) =>
    tools.find((tool) => tool.name === name)!.run(input, callId)
  return { api, client, tools, lines, run }
}

test('what each tool needs', () => {
  const { tools } = setUp({})
  expect(Object.fromEntries(tools.map((tool) => [tool.name, tool.parameters.required]))).toEqual({
    create_journal_entry: ['entryDate'],
    create_goal: ['timeline', 'title'],
    read_past_journals: [],
    get_goals: [],
  })
})

describe('create_goal', () => {
  const goal = { id: '1', title: 'Run', timeline: 'monthly' }

  test('creates it, says so only then, and the lists are read anew', async () => {
    const { api, client, lines, run } = setUp({ 'POST /api/goals': goal })
    client.setQueryData(goalQueries.list().queryKey, [])
    const answered = run('create_goal', { title: ' Run ', timeline: 'monthly' })
    expect(lines).toEqual(['Creating goal…'])
    expect(await answered).toBe('Goal created: Run (monthly).')
    expect(lines).toEqual(['Creating goal…', '✓ Goal created: Run'])
    expect(api.calls).toMatchObject([{ body: { title: 'Run', timeline: 'monthly' } }])
    expect(client.getQueryState(goalQueries.list().queryKey)?.isInvalidated).toBe(true)
  })

  test('that is called twice with one id writes once', async () => {
    const { api, run } = setUp({ 'POST /api/goals': goal })
    const input = { title: 'Run', timeline: 'monthly' }
    const both = await Promise.all([run('create_goal', input, 'call_1'), run('create_goal', input, 'call_1')])
    await run('create_goal', input, 'call_1')
    expect(new Set(both).size).toBe(1)
    expect(api.calls).toHaveLength(1)
    await run('create_goal', input, 'call_2')
    expect(api.calls).toHaveLength(2)
  })

  test.each([
    [
      'the server fails',
      answer(500, { message: 'Internal Server Error' }),
      /Something went wrong on our side/,
    ],
    ['it is not valid', answer(400, { message: 'title: Title is required' }), /title: Title is required/],
    ['the connection is lost', offline, /Lisa cannot be reached/],
  ])('when %s it says that it failed, and why', async (_, given, reason) => {
    const { lines, run } = setUp({ 'POST /api/goals': given })
    const output = await run('create_goal', { title: 'Run', timeline: 'monthly' })
    expect(output).toMatch(/^Failed to create goal: /)
    expect(output).toMatch(reason)
    expect(lines.at(-1)).toBe('✗ Failed to create goal')
  })

  test.each([{}, null, 'text', { title: 'Run', timeline: 'weekly' }])('%o asks nobody', async (input) => {
    const { api, run } = setUp({})
    expect(await run('create_goal', input)).toMatch(/^Failed to create goal: /)
    expect(api.calls).toEqual([])
  })
})

describe('create_journal_entry', () => {
  const today = '2026-11-21'
  const missing = answer(404, { message: 'Journal entry not found' })

  test('creates the entry of a day without one', async () => {
    const { client, lines, run } = setUp({ [byDate]: missing, [create]: anEntry({ entryDate: today }) })
    client.setQueryData(journalQueries.pages().queryKey, { pages: [], pageParams: [] })
    expect(await run('create_journal_entry', { entryDate: today, wins: 'Ran' })).toContain('created')
    expect(lines).toEqual(['Creating journal entry…', '✓ Journal entry created: November 21, 2026'])
    expect(client.getQueryState(journalQueries.pages().queryKey)?.isInvalidated).toBe(true)
  })

  test('fills in the entry that is there, and erases nothing', async () => {
    const there = anEntry({ entryDate: today, mood: 'happy', wins: 'Ran', gratitude1: 'sun' })
    const { api, lines, run } = setUp({ [byDate]: there, [update]: there })
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

  test('is faster or slower than another window: what that one wrote stays', async () => {
    const later = anEntry({
      entryDate: today,
      wins: 'From the other window',
      updatedAt: '2026-11-21T09:00:00.000Z',
    })
    const { api, run } = setUp({
      [byDate]: missing,
      [create]: answer(409, { message: 'An entry for this date already exists', id: later.id }),
    })
    let updates = 0
    api.on(create, () => {
      api.on(byDate, anEntry({ ...later, wins: '', updatedAt: '2026-11-21T08:30:00.000Z' }))
      return answer(409, { message: 'An entry for this date already exists', id: later.id })
    })
    api.on(update, () => {
      api.on(byDate, later)
      return updates++ ? later : answer(409, { message: 'This entry was changed elsewhere', current: later })
    })
    expect(await run('create_journal_entry', { entryDate: today, wins: 'Ran' })).toContain('filled in')
    expect(api.callsOf(update)[1]?.body).toMatchObject({
      updatedAt: later.updatedAt,
      wins: 'From the other window\n\nRan',
    })
  })

  test('gives up when it is always too slow', async () => {
    const { api, run } = setUp({
      [byDate]: anEntry({ entryDate: today }),
      [update]: answer(409, { message: 'This entry was changed elsewhere' }),
    })
    expect(await run('create_journal_entry', { entryDate: today })).toBe(
      'Failed to create journal entry: This entry was changed elsewhere',
    )
    expect(api.callsOf(update)).toHaveLength(4)
  })

  test('needs a day that exists', async () => {
    const { api, run } = setUp({})
    expect(await run('create_journal_entry', { entryDate: '2026-02-30' })).toMatch(
      /^Failed .*entryDate: Date/,
    )
    expect(api.calls).toEqual([])
  })

  test('a fourth gratitude goes beside one of the three; what is there already is not said twice', () => {
    const full = anEntry({ gratitude1: 'sun', gratitude2: 'tea', gratitude3: 'Ben', wins: 'Ran far' })
    const wanted = { ...anEntry(), gratitude1: 'tea', gratitude2: 'rain', wins: 'Ran far' }
    expect(filledIn(full, wanted)).toMatchObject({
      gratitude1: 'sun',
      gratitude2: 'tea / rain',
      gratitude3: 'Ben',
      wins: 'Ran far',
    })
  })
})

describe('reading', () => {
  test('seven entries unless told otherwise, with what the talk is about', async () => {
    const entry = anEntry({
      entryDate: '2026-11-20',
      mood: 'sad',
      gratitude1: 'sun',
      dailyEvents: 'Rain',
      wins: 'Ran',
    })
    const { api, lines, run } = setUp({ 'GET /api/journal-entries': [entry] })
    expect(await run('read_past_journals', {})).toBe(
      '2026-11-20, mood sad\ngratitude1: sun\ndailyEvents: Rain\nwins: Ran',
    )
    await run('read_past_journals', { days: 3 })
    await run('read_past_journals', { days: 0 })
    expect(api.calls.map(({ query }) => query.limit)).toEqual(['7', '3', '7'])
    expect(lines.slice(0, 2)).toEqual(['Fetching past journals…', '✓ Read 1 journal entry'])
  })

  test('goals, of one timeline or all, always fresh', async () => {
    const goal = { title: 'Run', timeline: 'annual', description: null, motivation: 'health' }
    const { api, lines, run } = setUp({ 'GET /api/goals': [goal] })
    expect(await run('get_goals', { timeline: 'annual' })).toBe('[annual] Run – because: health')
    await run('get_goals', {})
    await run('get_goals', {})
    expect(api.calls.map(({ query }) => query)).toEqual([{ timeline: 'annual' }, {}, {}])
    expect(lines.slice(0, 2)).toEqual(['Fetching goals…', '✓ Found 1 goal'])
  })

  test('nothing there is told as that', async () => {
    const { run } = setUp({ 'GET /api/goals': [], 'GET /api/journal-entries': [] })
    expect(await run('get_goals', {})).toBe('No goals found. Invite the user to create one.')
    expect(await run('read_past_journals', {})).toBe('There are no journal entries yet.')
  })

  test('a failure is told with its reason', async () => {
    const { lines, run } = setUp({ 'GET /api/goals': offline, 'GET /api/journal-entries': answer(500, {}) })
    expect(await run('get_goals', {})).toMatch(/^Failed to retrieve goals: Lisa cannot be reached/)
    expect(await run('read_past_journals', {})).toMatch(/^Failed to read past journals: Something/)
    expect(lines).toContain('✗ Failed to retrieve goals')
    expect(lines).toContain('✗ Failed to read past journals')
  })
})
