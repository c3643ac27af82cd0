import { closeSync, constants } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createLog, logLostLines, logOutput } from './log'
import { openPipe } from './test/pipe'

test('when a log is read again it goes on with whole lines, and says how many were lost', async () => {
  const { read, open, close } = openPipe()
  const writer = open(constants.O_WRONLY | constants.O_NONBLOCK)
  onTestFinished(() => {
    closeSync(writer)
    close()
  })
  const output = logOutput(writer)
  const log = createLog('info', output)
  logLostLines(log, output)
  const written = 20_000
  for (let n = 0; n < written; n++) log.info({ n }, 'A line that nobody reads')
  await setTimeout(200)

  type Line = { n?: number; lines?: number }
  const linesOf = (text: string) =>
    text
      .split('\n')
      .slice(0, -1)
      .map((line): Line => JSON.parse(line))
  const lost = () => linesOf(read()).find(({ lines }) => lines)?.lines ?? 0
  await expect.poll(lost, { timeout: 20_000 }).toBeGreaterThan(0)
  log.info({ n: written }, 'A line that is read')
  await expect.poll(() => linesOf(read()).at(-1)?.n).toBe(written)
  const numbers = linesOf(read()).flatMap(({ n }) => (n === undefined ? [] : [n]))
  expect(numbers).toEqual([...Array(written - lost()).keys(), written])
})
