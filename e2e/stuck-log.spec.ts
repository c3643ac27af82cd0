import { spawn } from 'node:child_process'
import { closeSync, constants, openSync } from 'node:fs'
import { Agent, get } from 'node:http'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { openPipe } from '../server/test/pipe'
import { freePort } from './app'
import { startProduction } from './production'

const fullDisk = () => ({ stdout: openSync('/dev/full', 'w'), close: () => {} })

function standingReader() {
  const { open, close } = openPipe()
  return { stdout: open(constants.O_WRONLY), close }
}

for (const [name, open] of [
  ['whose disk is full', fullDisk],
  ['that nobody reads', standingReader],
] as const)
  test(
    `a log ${name} neither holds up requests nor keeps Lisa from ending`,
    { tag: '@nightly' },
    async () => {
      const log = open()
      const metricsPort = String(await freePort())
      const app = await startProduction({ stdout: log.stdout, env: { METRICS_PORT: metricsPort } })
      try {
        const agent = new Agent({ keepAlive: true, maxSockets: 10 })
        const ask = () =>
          new Promise((resolve, reject) =>
            get(`${app.url}/api/${'x'.repeat(1_000)}`, { agent }, (answer) =>
              answer.resume().on('end', () => resolve(answer.statusCode)),
            ).on('error', reject),
          )
        const askMany = async () => {
          const statuses = await Promise.all(Array.from({ length: 1_000 }, ask))
          expect(new Set(statuses)).toEqual(new Set([401]))
          const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
          return Number(/^lisa_log_lines_lost_total (\d+)$/m.exec(metrics)?.[1])
        }
        // More than fits into a pipe and may wait.
        await expect.poll(askMany, { intervals: [0] }).toBeGreaterThan(0)
        agent.destroy()
        expect(await app.probe('/readyz')).toBe('200 keep-alive')
        app.child.kill('SIGTERM')
        await expect.poll(() => app.child.exitCode).toBe(0)
      } finally {
        await app.remove()
        closeSync(log.stdout)
        log.close()
      }
    },
  )

test('a start that fails while the log cannot be written ends too', async () => {
  const { stdout } = fullDisk()
  const child = spawn(process.execPath, ['server/start.mjs'], {
    cwd: path.join(import.meta.dirname, '..'),
    env: { PATH: process.env.PATH, NODE_ENV: 'production' },
    stdio: ['ignore', stdout, 'pipe'],
  })
  try {
    await expect.poll(() => child.exitCode).toBe(1)
  } finally {
    child.kill('SIGKILL')
    closeSync(stdout)
  }
})
