import type { Locator, Page, Route } from '@playwright/test'
import { addDays } from '../shared/dates'
import { screens, type ScreenPath } from '../shared/screens'
import { startPushService } from '../server/test/push-service'
import { addressOf, type Ids } from './addresses'
import { today } from './home'
import { signIn } from './people'
import { subscribeTo } from './push-subscription'

/** The states that a screen is in for a moment, or when something goes wrong. */
export type Shoot = (page: Page, name: string) => Promise<void>

/** The screens that wait for data: their names, and what they wait for. */
const waiting: Partial<Record<ScreenPath, [name: string, api: string]>> = {
  '/': ['Home', '**/api/today?*'],
  '/goals': ['Goals', '**/api/goals'],
  '/goals/edit/:id': ['Edit goal', '**/api/goals/*'],
  '/journal': ['Journal', '**/api/journal-entries?*'],
  '/journal/edit/:id': ['Edit entry', '**/api/journal-entries/*'],
  '/progress': ['Progress', '**/api/analytics/*'],
  '/settings': ['Settings', '**/api/reminder-settings'],
}

/** As `waiting`, at other addresses of them. */
const waitingElsewhere: [name: string, address: string, api: string][] = [
  ["Today's Journal", '/journal/new', '**/api/journal-entries/by-date/*'],
  ['Journal, a day', `/journal?day=${addDays(today, -1)}`, '**/api/journal-entries/by-date/*'],
  ['Progress, monthly', '/progress?month=', '**/api/analytics/*'],
  ['Progress, annual', '/progress?year=', '**/api/analytics/*'],
  ['Looking back at a week', '/?review=week', '**/api/review?*'],
]

const states = {
  loading: () => {},
  failed: (route: Route) => route.fulfill({ status: 500, json: { message: 'Internal Server Error' } }),
}

/** Each screen while its data is on the way, and when it cannot be had. */
export async function shootWaiting(page: Page, ids: Ids, shoot: Shoot) {
  async function shootStates(name: string, address: string, api: string) {
    for (const [state, answer] of Object.entries(states)) {
      await page.route(api, answer)
      await page.goto(address)
      const sign = state === 'loading' ? page.getByText('Loading…') : page.getByText("couldn't load")
      await sign.first().waitFor()
      await settled(page)
      await shoot(page, `${name}, ${state}`)
      await page.unroute(api)
    }
  }
  for (const { path } of screens) {
    const [name, api] = waiting[path] ?? []
    if (name && api) await shootStates(name, addressOf(path, ids), api)
  }
  for (const place of waitingElsewhere) await shootStates(...place)
  await inLines(page, () => shootStates('Journal, lines', '/journal', '**/api/journal-entries?*'))
}

/** With the Journal as a line for each day. */
export async function inLines(page: Page, shootAll: () => Promise<void>) {
  const url = new URL('/', page.url()).href
  await page.context().addCookies([{ name: 'lisa.journal', value: 'lines', url }])
  await shootAll()
  await page.context().clearCookies({ name: 'lisa.journal' })
}

const diary = `date,mood,text
2019-01-18,great,The first snow of the year.
2020-02-29,good,A day that comes every four years.
,,Words without a day.
`

/** The card in Settings, in the states that a file leads it through. */
export async function shootYourData(page: Page, shoot: Shoot) {
  const card = page.getByRole('region', { name: 'Your data' })
  const button = (name: string | RegExp) => card.getByRole('button', { name })
  async function shootCard(state: string) {
    await card.evaluate((element) => element.scrollIntoView())
    await settled(page)
    await shoot(page, `Your data, ${state}`)
  }
  async function choose(opener: string, name: string, content: string) {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button(opener).click()])
    await chooser.setFiles({ name, mimeType: '', buffer: Buffer.from(content) })
  }
  await page.goto('/settings')
  await button('Export everything').waitFor()
  await shootCard('at first')
  await choose('Import', 'photo.jpg', '\xff\xd8')
  await card.getByText('photo.jpg was not imported').waitFor()
  await shootCard('failed')
  await choose('Choose another file', 'diary.csv', diary)
  await button('Import 2 entries').waitFor()
  await shootCard('preview')
  await button('Import 2 entries').click()
  await card.getByText('2 entries imported').waitFor()
  await shootCard('done')
}

/** The list of tokens, making a token, the calendar address, and two proposals of a program. */
export async function shootPrograms(page: Page, shoot: Shoot) {
  const card = page.getByRole('region', { name: 'API Access' })
  const button = (name: string) => card.getByRole('button', { name })
  const [tokens, calendar] = ['Your tokens', 'A calendar of your goals and review days'].map((name) =>
    card.getByRole('heading', { name }),
  )
  async function shootAt(place: Locator | undefined, name: string) {
    await place?.evaluate((element) => element.scrollIntoView())
    await settled(page)
    await shoot(page, name)
  }
  await page.goto('/settings')
  await button('Make address').waitFor()
  await shootAt(tokens, 'Your tokens, none')
  await button('New token').click()
  await card.getByRole('textbox', { name: 'Name' }).fill('Reading list')
  await card.getByLabel('Propose entries and goals, which wait for your yes').check()
  await shootAt(tokens, 'Your tokens, a new one')
  await button('Make token').click()
  const token = await card.getByRole('textbox', { name: 'Token for Reading list' }).inputValue()
  await shootAt(tokens, 'Your tokens, shown once')
  await button('Done').click()
  await shootAt(calendar, 'Calendar, none')
  await card.getByLabel('With the titles of goals').check()
  await button('Make address').click()
  await card.getByLabel('Address of your calendar').waitFor()
  await shootAt(calendar, 'Calendar, shown once')
  await button('Done').click()
  await shootAt(calendar, 'Calendar')

  const headers = { Authorization: `Bearer ${token}` }
  const wins = 'Finished the chapter on rivers, and read the first pages of the next one aloud.'
  const reason = 'You own ten that you have not read yet.'
  for (const data of [
    { kind: 'entry', payload: { entryDate: today, mood: 'happy', wins } },
    { kind: 'goal', payload: { title: 'Read two books', timeline: 'monthly' }, reason },
  ])
    await page.request.post('/api/jwt/proposals', { data, headers })
  await page.goto('/settings')
  await card.getByText(/^Last used/).waitFor()
  await shootAt(tokens, 'Your tokens')
  await page.goto('/')
  await shootAt(page.getByRole('region', { name: 'Waiting for your yes (2)' }), 'Waiting for your yes')
}

/** The switch for notifications of this device. The browser has to allow the worker of the page. */
export async function shootNotifications(page: Page, shoot: Shoot) {
  const [context, service] = [page.context(), await startPushService()]
  const card = page.getByRole('region', { name: 'This device' })
  const toggle = card.getByRole('switch', { name: 'Remind me on this device' })
  async function shootCard(state: string, place: Locator = toggle) {
    await place.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    await settled(page)
    await shoot(page, `This device, ${state}`)
  }
  // What compiles this file names functions by a helper that the browser does not have.
  await context.addInitScript('globalThis.__name = (named) => named')
  await signIn(page)
  await page.goto('/settings')
  await toggle.waitFor()
  await shootCard('notifications off')
  // Without a window nobody is asked: the answer is no.
  await toggle.click()
  await card.getByText('Your browser blocks notifications').waitFor()
  await shootCard('notifications blocked')

  await context.grantPermissions(['notifications'])
  await page.reload()
  await page.evaluate(() => {
    PushManager.prototype.subscribe = () => Promise.reject(new DOMException('', 'AbortError'))
  })
  await toggle.click()
  await card.getByText("Notifications couldn't be switched on").waitFor()
  await shootCard('notifications failed')

  await subscribeTo(context, service.subscription())
  await page.reload()
  await toggle.click()
  await card.getByRole('button', { name: 'Send a test' }).waitFor()
  await shootCard('notifications on')
  const userAgent = 'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/148.0.0.0 Mobile Safari/537.36'
  const { endpoint, keys } = service.subscription()
  await page.request.post('/api/push-devices', {
    data: { endpoint, keys },
    headers: { Origin: new URL(page.url()).origin, 'User-Agent': userAgent },
  })
  await page.reload()
  const others = card.getByRole('list', { name: 'Your other devices' })
  await others.waitFor()
  await shootCard('notifications on two', others)
  await service.stop()
}

/** Up to a talk under way, which it leaves open. */
export async function shootTalk(page: Page, shoot: Shoot) {
  const round = (name: string) => page.getByRole('button', { name })
  const key = '**/api/voice/ephemeral-key'
  async function say(words: string, answer: string, state: string) {
    const box = page.getByRole('textbox', { name: 'Write to Lisa' })
    await box.fill(words)
    await box.press('Enter')
    await page.getByText(answer).waitFor({ timeout: 60_000 })
    await settled(page)
    await shoot(page, `Voice mode, ${state}`)
  }
  await signIn(page)
  await page.goto('/voice')
  await round('Tap to start talking').click()
  await round('Connection failed - Tap to retry').waitFor()
  await settled(page)
  await shoot(page, 'Voice mode, microphone refused')
  await page.getByRole('button', { name: 'Write instead of speaking' }).click()
  await page.getByText('Say or write anything you like.').waitFor({ timeout: 60_000 })
  await page.getByRole('textbox', { name: 'Write to Lisa' }).fill('I ran at the lake, and it was lovely.')
  await settled(page)
  await shoot(page, 'Voice mode, by text')
  await say('I think everybody would be better off without me.', 'That sounds heavy.', 'quiet line')
  await say('I want to kill myself tonight.', 'You deserve a human now', 'help')

  await page.context().grantPermissions(['microphone'])
  await page.reload()
  await page.route(key, () => {})
  await round('Tap to start talking').click()
  await round('Connecting...').waitFor()
  await settled(page)
  await shoot(page, 'Voice mode, connecting')
  await round('Cancel').click()
  await page.unroute(key)

  await round('Goal Setup Session').click()
  await page.getByText('Done! Your demo goal is saved.').waitFor({ timeout: 60_000 })
  await settled(page)
  await shoot(page, 'Voice mode, connected')
}

/** The same talk after its server has gone. */
export async function shootLostTalk(page: Page, shoot: Shoot) {
  await page.getByRole('main').getByText('The connection was lost.').waitFor({ timeout: 60_000 })
  await settled(page)
  await shoot(page, 'Voice mode, connection lost')
}

/** Skeletons and toasts come a moment late; the mouse would leave its mark. */
export async function settled(page: Page) {
  await page.mouse.move(0, 0)
  await page.waitForTimeout(700)
}
