import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import { temporaryDataDir } from '../app'
import { type Attack, attacks, fatten } from './attacks'
import { createFixture } from './fixture'
import { median } from './load'
import { failures, ordinaryP99 } from './ordinary-traffic'
import { startBuiltApp } from './programs'

/**
 * Attacks that once stopped the app, against the built app in production mode with little memory, beside the ordinary
 * traffic of one person. What they cost that person is a ratio within a round; the median of the rounds counts.
 */
const rounds = 3
const seconds = 8
const target = 3

const data = await temporaryDataDir()
const provider = await discoverable()
const onePerRound = Array<number>(rounds).fill(1)
const fixture = await createFixture(data.folder, [365, 1, ...onePerRound, 1, 1, 1, 1, 1])
await fatten(fixture.url)

/** As much of an identity provider as the way to its sign-in page needs. */
async function discoverable() {
  const server = createServer((_req, res) => {
    res.setHeader('Content-Type', 'application/json').end(
      JSON.stringify({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
      }),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { issuer, close: () => server.close() }
}

/** Returns what ends it, which resolves when all is answered or cut. */
async function beginAttack(number: string, origin: string, round: number) {
  const attacker = fork('e2e/bench/attacker.ts', [number, origin, String(round)], {
    execArgv: ['--import', 'tsx'],
  })
  // An attacker has a machine of its own: here it gets the processor time that nobody else wants.
  if (attacker.pid) os.setPriority(attacker.pid, os.constants.priority.PRIORITY_LOW)
  const ended = once(attacker, 'exit')
  await once(attacker, 'message')
  return async () => {
    if (attacker.connected) attacker.send('over')
    const [status] = (await ended) as [number | null]
    if (status) throw new Error(`The attack failed with ${status}`)
  }
}

async function measure(number: string, attack: Attack) {
  const app = await startBuiltApp(fixture.url, {
    nodeArgs: ['--max-old-space-size=384'],
    env: { TRUST_PROXY: '1', OIDC_ISSUER_URL: provider.issuer },
  })
  try {
    await ordinaryP99(app.url, 3)
    const alone: number[] = []
    const beside: number[] = []
    for (let round = 0; round < rounds && app.isRunning(); round++) {
      alone.push(await ordinaryP99(app.url, seconds))
      const endAttack = await beginAttack(number, app.url, round)
      beside.push(await ordinaryP99(app.url, seconds))
      await endAttack()
    }
    const ratio = median(beside.map((p99, round) => (p99 === Infinity ? p99 : p99 / (alone[round] ?? 0))))
    const harms = [
      ...[...failures].map(([why, times]) => `${times} × ${why}`),
      app.isRunning() ? await attack.aftermath?.(app.url) : 'the process died',
    ].filter(Boolean)
    failures.clear()
    const isMet = (attack.isBurst || ratio <= target) && !harms.length
    if (!isMet) process.exitCode = 1
    const figures = [median(alone), median(beside), ratio].map((figure) => figure.toFixed(1).padStart(12))
    console.log(
      `${isMet ? ' ' : '!'} ${`${number} ${attack.name}`.padEnd(40)}${figures.join('')}  ${harms.join(', ')}`,
    )
  } finally {
    await app.stop()
  }
}

try {
  console.log(
    `  ${''.padEnd(40)}${['p99 alone', 'beside', 'ratio'].map((head) => head.padStart(12)).join('')}  (at most ${target})`,
  )
  const chosen = process.argv.slice(2)
  for (const [number, attack] of Object.entries(attacks))
    if (!chosen.length || chosen.includes(number)) await measure(number, attack)
} finally {
  provider.close()
  await fixture.stop()
  await data.remove()
}
