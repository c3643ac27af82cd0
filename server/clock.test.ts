import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Job, startClock } from './clock'
import type { AppContext } from './context'
import { captureLog } from './test/log'

const minute = 60_000
const hour = 60 * minute
const start = new Date('2026-11-21T12:00:30.500Z').getTime()

beforeEach(
  () => void vi.useFakeTimers({ now: start, toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] }),
)
afterEach(() => void vi.useRealTimers())

/** A clock, and when its job ran since `forget`. */
function runClock(job: Job = () => Promise.resolve()) {
  const runs: string[] = []
  const clock = startClock({ log: captureLog().log } as AppContext, (...given) => {
    runs.push(new Date().toISOString().slice(5, 23))
    return job(...given)
  })
  return { clock, runs, forget: () => void runs.splice(0) }
}

test('a job runs at once, and at the beginning of each minute until the clock is stopped', async () => {
  const { clock, runs } = runClock()
  await vi.advanceTimersByTimeAsync(2 * minute)
  expect(runs).toEqual(['11-21T12:00:30.500', '11-21T12:01:00.000', '11-21T12:02:00.000'])
  await clock.stop()
  await vi.advanceTimersByTimeAsync(hour)
  expect(runs).toHaveLength(3)
})

test('a clock that is set back by an hour goes on within a minute', async () => {
  const { clock, runs, forget } = runClock()
  await vi.advanceTimersByTimeAsync(minute)
  vi.setSystemTime(Date.now() - hour)
  forget()
  await vi.advanceTimersByTimeAsync(2 * minute)
  expect(runs).toEqual(['11-21T11:02:00.000', '11-21T11:03:00.000'])
  await clock.stop()
})

test.each([30, 365])(
  'a clock that is set forward by %i days runs the job once, and at once',
  async (days) => {
    const { clock, runs, forget } = runClock()
    await vi.advanceTimersByTimeAsync(minute)
    vi.setSystemTime(Date.now() + days * 24 * hour)
    forget()
    await vi.advanceTimersByTimeAsync(minute)
    expect(runs).toHaveLength(1)
    await clock.stop()
  },
)

test('a job that is still running is not started again', async () => {
  const { clock, runs } = runClock(() => new Promise((resolve) => setTimeout(resolve, 90_000)))
  await vi.advanceTimersByTimeAsync(3 * minute)
  expect(runs).toEqual(['11-21T12:00:30.500', '11-21T12:03:00.000'])
  const stopped = clock.stop()
  await vi.advanceTimersByTimeAsync(2 * minute)
  await stopped
})

test('a long run counts as good in each minute in which it makes progress, and in no other', async () => {
  const good: string[] = []
  const job: Job = async (_ctx, _stopping, _givingUp, onProgress) => {
    for (let step = 0; step < 60; step++) {
      await new Promise((resolve) => setTimeout(resolve, 5_000))
      // In the second and third minute.
      if (step >= 12 && step < 36) onProgress?.()
    }
    throw new Error('The database is away')
  }
  const afterGoodTick = () => void good.push(new Date().toISOString().slice(14, 19))
  const clock = startClock({ log: captureLog().log } as AppContext, job, { afterGoodTick })
  await vi.advanceTimersByTimeAsync(4.9 * minute)
  expect(good).toEqual(['01:35', '02:35'])
  const stopped = clock.stop()
  await vi.advanceTimersByTimeAsync(5 * minute)
  await stopped
})
