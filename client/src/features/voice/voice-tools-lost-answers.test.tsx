import { onTestFinished, beforeEach, describe, expect, test, vi } from 'vitest'
import { connection } from '@/lib/api/connection'
import { today } from '@/lib/dates/days'
import { watchConnection } from '@/lib/api/watch-connection'
import { emptyDevice, fillDevice, waitingSaves } from '@/test/device'
import { anEntry } from '@/test/entries'
import { aGoal } from '@/test/goals'
import { answer, hanging, offline, type Routes } from '@/test/fake-api'
import { setUpVoiceTools } from '@/test/set-up-voice-tools'

emptyDevice()
beforeEach(() => connection.found('ok'))

const polled = 'GET /api/analytics/monthly-goals'
const ready = { monthlyGoals: 0 }
const createGoal = 'POST /api/goals'
const goal = { id: '1', title: 'Run', timeline: 'monthly' }
const input = { title: 'Run', timeline: 'monthly' }

/** A page that finds out by itself when the server can be reached again. */
function setUp(routes: Routes) {
  const voice = setUpVoiceTools({ [polled]: ready, ...routes })
  onTestFinished(watchConnection(voice.client))
  const keysOf = (call: string) =>
    voice.api.callsOf(call).map(({ headers }) => headers.get('Idempotency-Key'))
  /** What the model hears before the server has answered. */
  async function runAndWait(...call: Parameters<typeof voice.run>) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const output = voice.run(...call)
    await vi.advanceTimersByTimeAsync(9_000)
    vi.useRealTimers()
    return output
  }
  return { ...voice, keysOf, runAndWait }
}

/** Each try of what is read ends at once. */
const withoutPatience = () =>
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const limit = new AbortController()
    setTimeout(() => limit.abort(new DOMException('Too late', 'TimeoutError')))
    return limit.signal
  })

test('each save says that Lisa makes it, also one that waited on the device', async () => {
  const there = anEntry({ entryDate: today() })
  const run = aGoal()
  const voice = setUp({
    [createGoal]: offline,
    'GET /api/goals': [run],
    'GET /api/goals/:id': run,
    'PATCH /api/goals/:id': { ...run, achievedAt: run.createdAt },
    'POST /api/journal-entries': answer(409, {
      message: 'An entry for this date already exists',
      id: there.id,
    }),
    'GET /api/journal-entries/:id': there,
    'PUT /api/journal-entries/:id': there,
  })
  await voice.runAndWait('create_goal', input)
  voice.api.on(createGoal, goal)
  connection.found('ok')
  await voice.run('create_journal_entry', { entryDate: today(), wins: 'Ran' })
  await voice.run('mark_goal_achieved', { goal: 'Run' })
  await vi.waitFor(() => expect(voice.lines).toContain('✓ Goal created: Run'))
  const saves = voice.api.calls.filter(({ method }) => method !== 'GET')
  expect(saves.length).toBeGreaterThan(4)
  expect(new Set(saves.map(({ headers }) => headers.get('X-Lisa-By')))).toEqual(new Set(['lisa']))
})

describe('an answer that is lost', () => {
  test.each([
    ['by the connection', offline],
    ['by a proxy', answer(504, 'no JSON')],
  ])('%s is asked for again, with the same key', async (_, lost) => {
    const { api, lines, run, keysOf } = setUp({ [createGoal]: lost })
    api.on(createGoal, () => {
      api.on(createGoal, goal)
      return typeof lost === 'function' ? lost() : lost
    })
    expect(await run('create_goal', input)).toBe('Goal created: Run (monthly).')
    expect(lines).toEqual(['Creating goal…', '✓ Goal created: Run'])
    expect(new Set(keysOf(createGoal)).size).toBe(1)
    expect(keysOf(createGoal)).toHaveLength(2)
  })

  test('for long waits on the device: Lisa says so, and a check mark appears when the server has answered', async () => {
    const { api, lines, writes, runAndWait, keysOf } = setUp({
      [createGoal]: offline,
      [polled]: offline,
    })
    expect(await runAndWait('create_goal', input)).toMatch(/^Not saved yet/)
    expect(lines).toEqual(['Creating goal…'])
    expect(writes.map(({ state, text }) => [state, text])).toEqual([
      ['proposed', 'Goal: Run'],
      ['pending', 'Goal: Run'],
      ['waiting', 'Goal: Run'],
    ])
    expect(await waitingSaves()).toMatchObject([{ kind: 'goal', values: { title: 'Run' } }])

    api.on(createGoal, goal)
    api.on(polled, ready)
    connection.found('ok')
    await vi.waitFor(() => expect(lines).toEqual(['Creating goal…', '✓ Goal created: Run']))
    expect(writes.at(-1)).toMatchObject({ id: writes[0]?.id, state: 'saved', href: '/goals/edit/1' })
    expect(new Set(keysOf(createGoal)).size).toBe(1)
    expect(await waitingSaves()).toEqual([])
  })

  test('is still waited for when Lisa tries again: there is one save', async () => {
    const { run, runAndWait } = setUp({ [createGoal]: offline, [polled]: offline })
    await runAndWait('create_goal', input)
    void run('create_goal', input)
    expect(await waitingSaves()).toHaveLength(1)
  })

  test('where the device has no room for it: nobody knows whether it was saved', async () => {
    fillDevice()
    const { api, lines, writes, run, keysOf } = setUp({ [createGoal]: offline })
    const output = await run('create_goal', input)
    expect(output).toMatch(/^Failed to create goal: .* It is not known whether it was saved/)
    expect(lines).toEqual(['Creating goal…', '✗ Failed to create goal'])
    expect(writes.at(-1)).toMatchObject({ state: 'unknown', text: 'Goal: Run' })

    // When Lisa tries again in another call, the server can still tell that it is the same.
    api.on(createGoal, goal)
    await run('create_goal', input)
    expect(new Set(keysOf(createGoal)).size).toBe(1)
    expect(writes.at(-1)).toMatchObject({ id: writes[0]?.id, state: 'saved', href: '/goals/edit/1' })
    await run('create_goal', input)
    expect(new Set(keysOf(createGoal)).size).toBe(2)
  })

  test('or a failure that Lisa tries again is one write, which is not left to be saved a second time', async () => {
    const { api, writes, run, keysOf } = setUp({
      [createGoal]: answer(500, { message: 'Internal Server Error' }),
    })
    await run('create_goal', input)
    api.on(createGoal, goal)
    await run('create_goal', input)
    expect(new Set(keysOf(createGoal)).size).toBe(1)
    expect(new Set(writes.map(({ id }) => id)).size).toBe(1)
    const states = writes.map(({ state }) => state).join(' ')
    expect(states).toBe('proposed pending failed proposed pending saved')
  })

  test('is not mixed up with the same call of another talk', async () => {
    const { newTools, run, keysOf } = setUp({ [createGoal]: goal })
    await run('create_goal', input, 'call_1')
    await run('create_goal', input, 'call_1', newTools())
    expect(new Set(keysOf(createGoal)).size).toBe(2)
  })

  test('of something to read ends in words too', async () => {
    withoutPatience()
    const { run } = setUp({ 'GET /api/goals': hanging, 'GET /api/journal-entries': hanging })
    expect(await run('get_goals', {})).toMatch(/^Failed to retrieve goals: We can't reach Lisa/)
    expect(await run('read_past_journals', {})).toMatch(/^Failed to read past journals: We can't/)
  })
})

describe('of a journal entry', () => {
  const entryDate = today()
  const [create, read, update] = [
    'POST /api/journal-entries',
    'GET /api/journal-entries/:id',
    'PUT /api/journal-entries/:id',
  ]

  test('an answer that is lost is asked for again, with the same key', async () => {
    const { api, run, keysOf } = setUp({})
    api.on(create, () => {
      api.on(create, anEntry({ entryDate, wins: 'Ran' }))
      return offline()
    })
    expect(await run('create_journal_entry', { entryDate, wins: 'Ran' })).toContain('created')
    expect(keysOf(create)).toEqual([expect.stringMatching(/\S/), keysOf(create)[0]])
  })

  test('what was lost on the way is sent again, and filled in once', async () => {
    const there = anEntry({ entryDate, wins: 'Ran', updatedAt: '2026-11-21T09:00:00.000Z' })
    const { api, writes, run } = setUp({
      [create]: answer(409, { message: 'An entry for this date already exists', id: there.id }),
      [read]: there,
    })
    api.on(update, () => {
      api.on(update, there)
      return offline()
    })
    expect(await run('create_journal_entry', { entryDate, wins: 'Read' })).toContain('filled in')
    const [first, second] = api.callsOf(update)
    expect(second?.body).toEqual(first?.body)
    expect(writes.at(-1)).toMatchObject({ state: 'saved', href: `/journal/edit/${there.id}` })
  })
})
