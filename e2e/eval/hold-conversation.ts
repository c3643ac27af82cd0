import { setTimeout } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import { fillInSignIn, somebody } from '../people'
import { type Conversation, type Step, timezone } from './conversations'
import type { LogEntry, LoggedEvent, Stored } from './event-log'
import { equip, leftOpen, speak } from './page-script'
import type { ProviderRelay } from './provider-relay'
import { speechOf } from './speech'
import { isLisaQuiet, talkOf } from './talk-of-log'

type Place = { browser: Browser; url: string; relay: ProviderRelay; isStandIn: boolean }
type Log = ReturnType<typeof startLog>

const pauseMs = 2_500
/** How long Lisa has spoken when the user interrupts her. */
const interruptsAfterMs = 800
/** How long to wait for an answer. Lisa may rightly say nothing, for example after a noise. */
const answerLimitMs = 20_000
const longestAnswerMs = 60_000
const pageLimitMs = 60_000
const silenceLimitMs = 150_000
const hangUpLimitMs = 15_000

const starts = {
  general: 'Tap to start talking',
  'goal-setup': /^Goal Setup Session/,
  'daily-journal': /^Daily Journal Session/,
}
const stopButton = (page: Page) => page.getByRole('button', { name: 'Listening - Tap to stop' })

/** Holds a conversation on the voice screen as a new user. Failures are in the log too. */
export async function holdConversation(conversation: Conversation, place: Place): Promise<LogEntry[]> {
  const log = startLog()
  const context = await place.browser.newContext({
    baseURL: place.url,
    locale: 'en-US',
    timezoneId: timezone,
    permissions: ['microphone'],
    // `route` cannot refuse requests that a service worker makes.
    serviceWorkers: 'block',
  })
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(pageLimitMs)
    const offers: string[] = []
    page.on('request', (request) => {
      const isOffer = request.method() === 'POST' && request.url().endsWith('/api/voice/calls')
      if (isOffer) offers.push(request.postData() ?? '')
    })
    await equip(page, (source, event) => log.add({ source, event }))
    await begin(page, conversation)
    for (const step of conversation.steps) {
      if (step.interrupts) await untilSpeaking(log)
      else await untilAnswered(log)
      if (step.untilSaved && isAllSaved(log, conversation)) continue
      await perform(page, step, log, place.isStandIn)
    }
    if (conversation.endsByItself)
      await stopButton(page).waitFor({ state: 'detached', timeout: silenceLimitMs })
    else await untilAnswered(log)
    await end(page, offers, log, place.relay)
  } catch (error) {
    const message = String(error).replace(/\s+/g, ' ').slice(0, 300)
    log.add({ source: 'runner', event: { type: 'talk.failed', message } })
  } finally {
    await context.close()
  }
  return log.entries
}

function startLog() {
  const begun = performance.now()
  const entries: LogEntry[] = []
  const now = () => Math.round(performance.now() - begun)
  return {
    entries,
    now,
    add: (logged: LoggedEvent) => void entries.push({ at: now(), ...logged }),
    talk: () => talkOf(entries),
  }
}

async function begin(page: Page, { mode = 'general', savingFails, goals = [] }: Conversation) {
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
  await page.getByRole('button', { name: starts[mode] }).click()
  await stopButton(page).waitFor()
}

const isAllSaved = (log: Log, { saves = {}, goals = [] }: Conversation) =>
  log.talk().writes.filter(({ isSaved }) => isSaved).length >=
  (saves.goals ?? 0) - goals.length + (saves.entry ? 1 : 0)

async function perform(page: Page, step: Step, log: Log, isStandIn: boolean) {
  const parts = await speechOf(step)
  log.add({ source: 'runner', event: { type: 'user.started', ...step } })
  for (const [index, { wav, text }] of parts.entries()) {
    if (index > 0) await setTimeout(pauseMs)
    await speak(page, { wav, transcript: isStandIn ? text : undefined })
  }
  log.add({ source: 'runner', event: { type: 'user.stopped' } })
}

async function untilSpeaking(log: Log) {
  await until(() => log.talk().sounds.some(({ to }) => to === Infinity), answerLimitMs)
  await setTimeout(interruptsAfterMs)
}

/** Waits until Lisa has answered the user and has finished. */
async function untilAnswered(log: Log) {
  const since = log.talk().utterances.at(-1)?.to ?? 0
  await until(() => log.talk().sounds.some(({ from }) => from > since), answerLimitMs)
  await until(() => isLisaQuiet(log.talk(), log.now()), longestAnswerMs)
}

async function end(page: Page, offers: string[], log: Log, relay: ProviderRelay) {
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
  await until(() => offers.every((offer) => relay.isHungUp(offer) !== false), hangUpLimitMs)
  const calls = offers.map(relay.isHungUp)
  log.add({
    source: 'runner',
    event: {
      type: 'talk.ended',
      by,
      ...(await leftOpen(page)),
      begunCalls: calls.filter((isHungUp) => isHungUp !== undefined).length,
      openCalls: calls.filter((isHungUp) => isHungUp === false).length,
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
async function until(isSo: () => boolean, limitMs: number) {
  for (const end = performance.now() + limitMs; !isSo() && performance.now() < end;) await setTimeout(50)
}
