import { once } from 'node:events'
import { expect, test, vi } from 'vitest'
import { answers, halfMade, newDataDir, run, start, timeLimits } from '../test/local-postgres'

vi.setConfig(timeLimits)

test('one of two first starts at the same moment wins, and the other is refused', async () => {
  const dataDir = await newDataDir()
  const outcomes = await Promise.allSettled([start(dataDir), start(dataDir)])
  const [winner, ...none] = outcomes.flatMap((outcome) =>
    outcome.status === 'fulfilled' ? [outcome.value] : [],
  )
  expect(none).toEqual([])
  expect(await answers(winner!.url)).toBe(true)
  const loser = outcomes.find((outcome) => outcome.status === 'rejected')
  expect(loser?.reason).toMatchObject({
    name: 'StartupError',
    message: expect.stringContaining('data folder in use by'),
  })
  expect(halfMade(dataDir)).toEqual([])
})

test('a first start that was killed half way is begun anew', async () => {
  const dataDir = await newDataDir()
  const { app } = run('await startPostgres({ dataDir })', dataDir)
  await vi.waitFor(() => expect(halfMade(dataDir)).not.toEqual([]), { timeout: 60_000, interval: 5 })
  process.kill(-app.pid!, 'SIGKILL')
  await once(app, 'exit')

  const { url } = await start(dataDir)
  expect(await answers(url)).toBe(true)
  expect(halfMade(dataDir)).toEqual([])
})
