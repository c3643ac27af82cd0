import { closeSync, constants } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createLog, logLostLines, logOutput } from './log'
import { openPipe } from './test/pipe'

type Line = { n?: number; lines?: number }

function openLog() {
  const { read, open, close, ...reader } = openPipe()
  const writer = open(constants.O_WRONLY | constants.O_NONBLOCK)
  onTestFinished(() => {
    closeSync(writer)
    close()
  })
  const output = logOutput(writer)
  const log = createLog('info', output)
  logLostLines(log, output)
  return {
    ...reader,
    log,
    lines: () =>
      read()
        .split('\n')
        .slice(0, -1)
        .map((line): Line => JSON.parse(line)),
  }
}

const lostIn = (lines: Line[]) => lines.find(({ lines }) => lines)?.lines ?? 0

test('when a log is read again it goes on with whole lines, and says how many were lost', async () => {
  const { log, lines } = openLog()
  const written = 20_000
  for (let n = 0; n < written; n++) log.info({ n }, 'A line that nobody reads')
  await setTimeout(200)
  await expect.poll(() => lostIn(lines()), { timeout: 20_000 }).toBeGreaterThan(0)
  log.info({ n: written }, 'A line that is read')
  await expect.poll(() => lines().at(-1)?.n).toBe(written)
  const numbers = lines().flatMap(({ n }) => (n === undefined ? [] : [n]))
  expect(numbers).toEqual([...Array(written - lostIn(lines())).keys(), written])
})

test('a log whose writes failed goes on once they succeed, after fatal lines too', async () => {
  const { log, lines, leave, comeBack } = openLog()
  leave()
  for (let n = 0; n < 20_000; n++) log.info({ n }, 'A line that cannot be written')
  log.fatal('Neither can this one, which does not wait for it')
  await setTimeout(200)
  comeBack()
  for (let n = 0; n < 3; n++) {
    log.info('A line that is lost, but tries again')
    await setTimeout(20)
  }
  await expect.poll(() => lostIn(lines()), { timeout: 20_000 }).toBeGreaterThan(0)
})
