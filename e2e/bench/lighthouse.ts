import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import webPush from 'web-push'
import { screens } from '@shared/screens'
import { addressOf } from '../addresses'
import { temporaryDataDir } from '../app'
import { findBrowser } from '../find-browsers.mjs'
import { startBuiltApp } from './programs'
import { cookieOf, createFixture } from './fixture'

/**
 * Lighthouse (mobile, with its own throttling) over the screens of the built app, for somebody with 30 entries and ten
 * goals. Of three reports the middle performance counts, since one alone may be off by five points, and the worst of all
 * else. A score below its target fails the check, and the audits that cost it are named. Arguments are the screens to look
 * at, else all.
 */
const runs = 3
const targets = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }

type Item = { node?: { selector: string }; source?: string; url?: string }
type Audit = {
  score: number | null
  title: string
  displayValue?: string
  numericValue?: number
  details?: { items?: Item[] }
}
type Report = {
  /** Null if the browser painted nothing, as happens now and then. */
  categories: Record<
    keyof typeof targets,
    { score: number | null; auditRefs: { id: string; weight: number }[] }
  >
  audits: Record<string, Audit>
}

const data = await temporaryDataDir()
const fixture = await createFixture(data.folder, [30])
// As in most installations: without keys for notifications the browser logs the API's 503 as an error.
const keys = webPush.generateVAPIDKeys()
const env = {
  VAPID_PUBLIC_KEY: keys.publicKey,
  VAPID_PRIVATE_KEY: keys.privateKey,
  VAPID_SUBJECT: 'mailto:ops@example.com',
}
const app = await startBuiltApp(fixture.url, { env })

const landing = 'landing'
const signedIn = { Cookie: cookieOf(1) }

/** Each screen's name and address. */
async function addresses(): Promise<[screen: string, address: string][]> {
  const firstOf = async (list: string): Promise<string> =>
    (await (await fetch(`${app.url}/api/${list}`, { headers: signedIn })).json())[0].id
  const ids = {
    '/goals/edit/:id': await firstOf('goals'),
    '/journal/edit/:id': await firstOf('journal-entries?limit=1'),
  }
  return [[landing, '/'], ...screens.map(({ path }): [string, string] => [path, addressOf(path, ids)])]
}

async function reportOn(screen: string, address: string): Promise<Report> {
  const output = path.join(data.folder, 'report.json')
  const args = [
    '-y',
    'lighthouse@12.8.2',
    app.url + address,
    '--quiet',
    '--output=json',
    `--output-path=${output}`,
    `--only-categories=${Object.keys(targets).join(',')}`,
    '--chrome-flags=--headless=new --no-sandbox --disable-background-networking',
    ...(screen === landing ? [] : [`--extra-headers=${JSON.stringify(signedIn)}`]),
  ]
  await promisify(execFile)('npx', args, { env: { ...process.env, CHROME_PATH: findBrowser('chromium') } })
  return JSON.parse(await readFile(output, 'utf8'))
}

async function examine(screen: string, address: string): Promise<Report[]> {
  const reports: Report[] = []
  for (let failures = 0; reports.length < runs;) {
    try {
      const report = await reportOn(screen, address)
      if (report.categories.performance.score === null) throw new Error('nothing was painted')
      reports.push(report)
    } catch (error) {
      if (++failures > runs) throw new Error(`Lighthouse could not examine ${screen}`, { cause: error })
    }
  }
  return reports
}

type Name = keyof typeof targets
const scoreOf = ({ categories }: Report, name: Name) => Math.round((categories[name].score ?? 0) * 100)
const byScore = (reports: Report[], name: Name) =>
  reports.toSorted((a, b) => scoreOf(a, name) - scoreOf(b, name))
const middle = Math.floor(runs / 2)

const names = Object.keys(targets) as Name[]
console.log(
  `${'screen'.padEnd(18)}${names.map((name) => name.padStart(16)).join('')}${'layout shift'.padStart(16)}`,
)
try {
  const wanted = process.argv.slice(2)
  for (const [screen, address] of await addresses()) {
    if (wanted.length && !wanted.includes(screen)) continue
    const reports = await examine(screen, address)
    const judged = names.map((name) => ({
      name,
      report: byScore(reports, name)[name === 'performance' ? middle : 0] as Report,
    }))
    const shifts = reports.map(({ audits }) => audits['cumulative-layout-shift']?.numericValue ?? Infinity)
    const shift = Math.max(...shifts)
    console.log(
      screen.padEnd(18) +
        judged.map(({ name, report }) => String(scoreOf(report, name)).padStart(16)).join('') +
        shift.toFixed(3).padStart(16),
    )
    const missed = judged.filter(({ name, report }) => scoreOf(report, name) < targets[name])
    for (const { name, report } of missed)
      for (const { id, weight } of report.categories[name].auditRefs) {
        const { score = null, title = id, displayValue = '', details } = report.audits[id] ?? {}
        if (weight && score !== null && score < 0.9) {
          const [{ node, url = '' } = {}] = details?.items ?? []
          console.log(`  ! ${title} ${displayValue} ${node?.selector ?? url}`)
        }
      }
    if (missed.length || shift > 0.0005) process.exitCode = 1
  }
} finally {
  await app.stop()
  await fixture.stop()
  await data.remove()
}
