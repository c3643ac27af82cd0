import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startClock } from './clock'
import type { AppContext } from './context'
import { beat } from './heartbeat'
import { captureLog } from './test/log'

async function watcher(status: number) {
  const server = createServer((_req, res) => void res.writeHead(status).end('a-secret')).listen(
    0,
    '127.0.0.1',
  )
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/a-secret`
}

test.each([
  ['a good answer', 200, []],
  ['an error', 500, [{ msg: 'HEARTBEAT_URL answered with an error', status: 500 }]],
])('%s to a beat is told without the address', async (_what, status, expected) => {
  const { log, lines } = captureLog()
  await beat(await watcher(status), log)
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject(expected)
  expect(lines.join()).not.toContain('a-secret')
})

test('a watcher that cannot be reached is one line in the log', async () => {
  const { log, lines } = captureLog()
  await beat('http://127.0.0.1:1/a-secret', log)
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { msg: 'HEARTBEAT_URL could not be reached' },
  ])
  expect(lines.join()).not.toContain('a-secret')
})

test('a tick that fails is no good one', async () => {
  const { log } = captureLog()
  const afterGoodTick = vi.fn<() => void>()
  const fails = startClock({ log } as AppContext, () => Promise.reject(new Error('No database')), {
    afterGoodTick,
  })
  await fails.stop()
  expect(afterGoodTick).not.toHaveBeenCalled()
  const works = startClock({ log } as AppContext, () => Promise.resolve(), { afterGoodTick })
  await works.stop()
  expect(afterGoodTick).toHaveBeenCalledTimes(1)
})
