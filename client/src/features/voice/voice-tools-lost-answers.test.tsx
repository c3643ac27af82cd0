import { describe, expect, test, vi } from 'vitest'
import { today } from '@/lib/days'
import { anEntry } from '@/test/entries'
import { answer, hanging, offline } from '@/test/fake-api'
import { setUpVoiceTools } from '@/test/voice-tools'

/** Each try ends at once. */
const withoutPatience = () =>
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const limit = new AbortController()
    setTimeout(() => limit.abort(new DOMException('Too late', 'TimeoutError')))
    return limit.signal
  })

describe('an answer that is lost', () => {
  const goal = { id: '1', title: 'Run', timeline: 'monthly' }
  const input = { title: 'Run', timeline: 'monthly' }
  const create = 'POST /api/goals'
  const keysOf = (api: ReturnType<typeof setUpVoiceTools>['api']) =>
    api.callsOf(create).map(({ headers }) => headers.get('Idempotency-Key'))

  test.each([
    ['by the connection', offline],
    ['by a proxy', answer(504, 'no JSON')],
  ])('%s is asked for again, with the same key', async (_, lost) => {
    const { api, lines, run } = setUpVoiceTools({ [create]: lost })
    api.on(create, () => {
      api.on(create, goal)
      return typeof lost === 'function' ? lost() : lost
    })
    expect(await run('create_goal', input)).toBe('Goal created: Run (monthly).')
    expect(lines).toEqual(['Creating goal…', '✓ Goal created: Run'])
    expect(new Set(keysOf(api)).size).toBe(1)
    expect(keysOf(api)).toHaveLength(2)
  })

  test('because the server hangs, is not waited for for ever: nobody knows whether it was saved', async () => {
    withoutPatience()
    const { api, lines, writes, run } = setUpVoiceTools({ [create]: hanging })
    const output = await run('create_goal', input)
    expect(output).toMatch(/^Failed to create goal: .* It is not known whether it was saved/)
    expect(lines).toEqual(['Creating goal…', '✗ Failed to create goal'])
    expect(writes.map(({ state, text }) => [state, text])).toEqual([
      ['pending', 'Goal: Run'],
      ['unknown', 'Goal: Run'],
    ])
    expect(keysOf(api)).toHaveLength(3)

    // When Lisa tries again in another call, the server can still tell that it is the same.
    api.on(create, goal)
    await run('create_goal', input)
    expect(new Set(keysOf(api)).size).toBe(1)
    expect(writes.at(-1)).toMatchObject({ id: writes[0]!.id, state: 'saved', href: '/goals/edit/1' })
    await run('create_goal', input)
    expect(new Set(keysOf(api)).size).toBe(2)
  })

  test('or a failure that Lisa tries again is one write, which is not left to be saved a second time', async () => {
    const { api, writes, run } = setUpVoiceTools({
      [create]: answer(500, { message: 'Internal Server Error' }),
    })
    await run('create_goal', input)
    api.on(create, goal)
    await run('create_goal', input)
    expect(new Set(keysOf(api)).size).toBe(1)
    expect(new Set(writes.map(({ id }) => id)).size).toBe(1)
    expect(writes.map(({ state }) => state)).toEqual(['pending', 'failed', 'pending', 'saved'])
  })

  test('is not mixed up with the same call of another talk', async () => {
    const { api, newTools, run } = setUpVoiceTools({ [create]: goal })
    await run('create_goal', input, 'call_1')
    await run('create_goal', input, 'call_1', newTools())
    expect(new Set(keysOf(api)).size).toBe(2)
  })

  describe('of a journal entry', () => {
    const entryDate = today()
    const entry = anEntry({ entryDate, wins: 'Ran' })
    const byDate = 'GET /api/journal-entries/by-date/:date'
    const createEntry = 'POST /api/journal-entries'
    const missing = { [byDate]: answer(404, { message: 'Journal entry not found' }) }

    test('is asked for again, with the same key', async () => {
      const { api, run } = setUpVoiceTools(missing)
      api.on(createEntry, () => {
        api.on(createEntry, entry)
        return offline()
      })
      expect(await run('create_journal_entry', { entryDate, wins: 'Ran' })).toContain('created')
      const keys = api.callsOf(createEntry).map(({ headers }) => headers.get('Idempotency-Key'))
      expect(keys).toEqual([expect.stringMatching(/\S/), keys[0]])
    })

    test.each([
      ['before there is anything to fill in', { [byDate]: hanging }, /We can't reach Lisa/],
      ['while it creates it', { ...missing, [createEntry]: hanging }, /not known whether it was saved/],
      [
        'while it fills it in',
        { [byDate]: entry, 'PUT /api/journal-entries/:id': hanging },
        /not known whether it was saved/,
      ],
    ])('is not waited for for ever where the server hangs %s', async (_, routes, reason) => {
      withoutPatience()
      const { lines, run } = setUpVoiceTools(routes)
      const output = await run('create_journal_entry', { entryDate, wentWell: 'Tea' })
      expect(output).toMatch(/^Failed to create journal entry: /)
      expect(output).toMatch(reason)
      expect(lines.at(-1)).toBe('✗ Failed to create journal entry')
    })
  })

  test('of something to read ends in words too', async () => {
    withoutPatience()
    const { run } = setUpVoiceTools({ 'GET /api/goals': hanging, 'GET /api/journal-entries': hanging })
    expect(await run('get_goals', {})).toMatch(/^Failed to retrieve goals: We can't reach Lisa/)
    expect(await run('read_past_journals', {})).toMatch(/^Failed to read past journals: We can't/)
  })
})
