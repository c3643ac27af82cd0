import { setTimeout } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import { fillInSignIn, somebody } from '../people'
import { type Conversation, timezone } from './conversations'
import type { LogEntry, LoggedEvent, Stored } from './event-log'
import { equip, leftOpen } from './page-script'
import { talkOf } from './talk-of-log'

export type Place = { browser: Browser; url: string }
export type Log = ReturnType<typeof startLog>

type Talking = {
  /** What the browser's clock shows at the beginning, if not the time. */
  clock?: Date
  /** What happens between the sign-in and the talk. */
  prepare?: (page: Page) => Promise<void>
  hold: (page: Page, log: Log) => Promise<void>
  /** Whether the call of the browser's `offer` is hung up; undefined if it did not begin. */
  isHungUp: (offer: string) => boolean | undefined
}

const pageLimitMs = 60_000
const silenceLimitMs = 150_000
const hangUpLimitMs = 15_000

const starts = {
  general: 'Tap to start talking',
  'goal-setup': /^Goal Setup Session/,
  'daily-journal': /^Daily Journal Session/,
}
const stopButton = (page: Page) => page.getByRole('button', { name: 'Listening - Tap to stop' })

/** A talk on the voice screen, as a new user. Failures are in the log too. */
export async function talkOnScreen(
  conversation: Conversation,
  { browser, url }: Place,
  { clock, prepare, hold, isHungUp }: Talking,
): Promise<LogEntry[]> {
  const log = startLog()
  const context = await browser.newContext({
    baseURL: url,
    locale: 'en-US',
    timezoneId: timezone,
    permissions: ['microphone'],
    // `route` cannot refuse requests that a service worker makes.
    serviceWorkers: 'block',
  })
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(pageLimitMs)
    if (clock) await page.clock.setSystemTime(clock)
    const offers: string[] = []
    page.on('request', (request) => {
      const isOffer = request.method() === 'POST' && request.url().endsWith('/api/voice/calls')
      if (isOffer) offers.push(request.postData() ?? '')
    })
    await equip(page, (source, event) => log.add({ source, event }))
    await begin(page, conversation, prepare)
    await hold(page, log)
    if (conversation.endsByItself)
      await stopButton(page).waitFor({ state: 'detached', timeout: silenceLimitMs })
    await end(page, offers, log, isHungUp)
  } catch (error) {
    const message = String(error).replace(/\s+/g, ' ').slice(0, 300)
    log.add({ source: 'runner', event: { type: 'talk.failed', message } })
  } finally {
    await context.close()
  }
  return log.entries
}

function startLog() {
  let begun = performance.now()
  const entries: LogEntry[] = []
  const now = () => Math.round(performance.now() - begun)
  return {
    entries,
    now,
    /** For time that a replay does not spend. */
    skip: (ms: number) => void (begun -= Math.max(ms, 0)),
    add: (logged: LoggedEvent) => void entries.push({ at: now(), ...logged }),
    talk: () => talkOf(entries),
  }
}

async function begin(
  page: Page,
  { mode = 'general', savingFails, goals = [] }: Conversation,
  prepare: Talking['prepare'],
) {
  await page.goto('/')
  await page.getByRole('button', { name: 'Get Started' }).click()
  await fillInSignIn(page, somebody())
  await page.getByRole('link', { name: 'Talk to Lisa' }).waitFor()
  const headers = { Origin: new URL(page.url()).origin }
  for (const title of goals)
    await page.request.post('/api/goals', { data: { title, timeline: 'monthly' }, headers })
  await page.getByRole('link', { name: 'Talk to Lisa' }).click()
  if (savingFails)
    await page.route('**/api/goals', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
    )
  await prepare?.(page)
  await page.getByRole('button', { name: starts[mode] }).click()
  await stopButton(page).waitFor()
}

async function end(page: Page, offers: string[], log: Log, isHungUp: Talking['isHungUp']) {
  const links = await page.locator('a[href^="tel:"]').filter({ visible: true }).all()
  const numbers = await Promise.all(
    links.map(async (link) => String(await link.getAttribute('href')).slice('tel:'.length)),
  )
  log.add({ source: 'runner', event: { type: 'screen.numbers', numbers } })

  const by = (await stopButton(page).isVisible()) ? 'user' : 'app'
  const reloaded = page.waitForEvent('load')
  // After a stop the app reloads the page by itself.
  if (by === 'user') await stopButton(page).click()
  else await page.reload()
  await reloaded
  await until(() => offers.every((offer) => isHungUp(offer) !== false), hangUpLimitMs)
  const calls = offers.map(isHungUp)
  log.add({
    source: 'runner',
    event: {
      type: 'talk.ended',
      by,
      ...(await leftOpen(page)),
      begunCalls: calls.filter((isOver) => isOver !== undefined).length,
      openCalls: calls.filter((isOver) => isOver === false).length,
    },
  })
  log.add({ source: 'runner', event: { type: 'stored', ...(await storedBy(page)) } })
}

async function storedBy(page: Page): Promise<Stored> {
  const rows = async <T>(path: string) => (await (await page.request.get(`/api/${path}`)).json()) as T[]
  const goals = await rows<{ title: string; achievedAt: string | null }>('goals')
  const titlesOf = (some: typeof goals) => some.map(({ title }) => title)
  return {
    goals: titlesOf(goals),
    achieved: titlesOf(goals.filter(({ achievedAt }) => achievedAt)),
    entries: (await rows<{ entryDate: string }>('journal-entries')).map(({ entryDate }) => entryDate),
    today: await page.evaluate(() => new Date().toLocaleDateString('en-CA')),
  }
}

/** Gives up without an error: the rules judge what is in the log. */
export async function until(isSo: () => boolean, limitMs: number, eachMs = 50) {
  for (const end = performance.now() + limitMs; !isSo() && performance.now() < end;) await setTimeout(eachMs)
}
