import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { temporaryDataDir } from '../app'
import { root } from '../../server/root'
import { calls, people } from './calls'
import type { createFixture } from './fixture'
import { load, median } from './load'
import type { startBuiltApp } from './programs'

/**
 * This version against an older one, in turn, each over a database of its own: 1,000 users with a year of entries, and one
 * with ten years. `npm run bench:versions -- <folder>`; in the folder, a checkout, `npm ci && npm run build` has run.
 */
const rounds = 9
const seconds = 2
const target = 0.95

const older = process.argv[2]
if (!older) throw new Error('Name the folder of the older version: npm run bench:versions -- ../older')

/** A version fills and starts by its own scripts, since the tables and the settings may have changed. */
async function start(folder: string) {
  const its = (path: string): Promise<unknown> => import(pathToFileURL(join(folder, path)).href)
  const programs = (await its('e2e/bench/programs.ts')) as { startBuiltApp: typeof startBuiltApp }
  const fixtures = (await its('e2e/bench/fixture.ts')) as { createFixture: typeof createFixture }
  const data = await temporaryDataDir()
  const fixture = await fixtures.createFixture(data.folder, [...Array<number>(people).fill(365), 3_650])
  const app = await programs.startBuiltApp(fixture.url)
  return {
    url: app.url,
    stop: async () => {
      await app.stop()
      await fixture.stop()
      await data.remove()
    },
  }
}

const before = await start(older)
const now = await start(root)
try {
  for (const { requests } of calls) for (const { url } of [before, now]) await load(url, requests(url), 1)
  const ratios = calls.map((): number[] => [])
  for (let round = 0; round < rounds; round++)
    for (const [index, { requests }] of calls.entries()) {
      // Whoever comes first in a round comes second in the next.
      const order = round % 2 ? [now, before] : [before, now]
      const throughput = new Map<string, number>()
      for (const { url } of order) throughput.set(url, (await load(url, requests(url), seconds)).throughput)
      ratios[index]?.push((throughput.get(now.url) ?? 0) / (throughput.get(before.url) ?? 0))
    }
  console.log(`  this version / the older one     throughput      target`)
  for (const [index, { name }] of calls.entries()) {
    const ratio = median(ratios[index] ?? [])
    if (ratio < target) process.exitCode = 1
    console.log(
      `${ratio < target ? '!' : ' '} ${name.padEnd(31)}${ratio.toFixed(2).padStart(12)}${target.toFixed(2).padStart(12)}`,
    )
  }
} finally {
  await before.stop()
  await now.stop()
}
