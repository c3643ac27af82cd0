import { createSocket } from 'node:dgram'
import { expect, test, type Page, type Route } from '@playwright/test'
import { freePort, startApp, temporaryDataDir } from './app'
import { fillInSignIn, somebody } from './people'
import { liveTracks, watchMedia } from './voice-media'
import { connected, hide, key, openVoice, printIfFailed, progress, round, talking } from './voice-screen'
import { openTalk } from './voice-talk'

test.use(talking)

test.afterEach(printIfFailed)

test.describe('without permission', () => {
  test.use({ permissions: [] })

  test('a refused microphone is told in a sentence, and can be tried again', async ({ page }) => {
    await openVoice(page)
    await round(page, 'Tap to start talking').click()
    await expect(round(page, 'Connection failed - Tap to retry')).toBeVisible()
    await expect(
      page.getByText("Failed to connect to voice assistant: Lisa can't use your microphone.").first(),
    ).toBeVisible()
    await page.context().grantPermissions(['microphone'])
    await round(page, 'Connection failed - Tap to retry').click()
    await connected(page)
  })
})

const calls = '**/api/voice/calls'
const failures: [what: string, url: string, answer: { status?: number; body?: string }, said: RegExp][] = [
  [
    'the provider is slow',
    key,
    { status: 502, body: '{"message":"The voice provider did not answer in time"}' },
    /did not answer in time/,
  ],
  [
    'the limit is reached',
    key,
    { status: 429, body: '{"message":"Too many keys. Try again later."}' },
    /Too many keys/,
  ],
  ['the key is no ephemeral one', key, { body: '{"value":"sk-secret"}' }, /must start with 'ek_'/],
  ['there is no key', key, { body: '{}' }, /No ephemeral key/],
  [
    'the key has expired',
    calls,
    { status: 401, body: '{"error":{"message":"secret"}}' },
    /couldn't start the call/,
  ],
  ['the quota is used up', calls, { status: 429, body: 'secret' }, /Voice is busy/],
  ['the provider fails', calls, { status: 500, body: 'secret' }, /status 500/],
  ['the answer is no SDP', calls, { status: 201, body: 'secret' }, /Something unexpected/],
]

test(
  'whatever goes wrong on the way ends in the error state, in clear words, with no microphone left on',
  { tag: '@nightly' },
  async ({ page }) => {
    await openVoice(page)
    let name = 'Tap to start talking'
    for (const [what, url, answer, said] of failures) {
      await test.step(what, async () => {
        await page.route(url, (route) => route.fulfill(answer))
        await round(page, name).click()
        await expect(page.getByText('Connection Failed').first()).toBeVisible()
        await expect(page.getByRole('main').getByText(said)).toBeVisible()
        await expect(page.getByText('secret')).toHaveCount(0)
        expect(await liveTracks(page)).toBe(0)
        await page.unroute(url)
      })
      name = 'Connection failed - Tap to retry'
    }
    await page.route(calls, (route) => route.abort())
    await round(page, name).click()
    await expect(page.getByRole('main').getByText("can't reach the voice service")).toBeVisible()
    await page.unroute(calls)
    await round(page, name).click()
    await connected(page)
  },
)

for (const [how, leave] of Object.entries({
  cancelled: (page: Page) => page.getByRole('button', { name: 'Cancel' }).click(),
  hidden: hide,
  left: (page: Page) => page.getByRole('link', { name: 'Goals' }).click(),
})) {
  test(`a connection under way that is ${how} never comes about`, { tag: '@nightly' }, async ({ page }) => {
    await openVoice(page)
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route(key, async (route) => {
      await held
      await route.continue()
    })
    const offers: string[] = []
    page.on('request', (request) => request.url().endsWith('/api/voice/calls') && offers.push(request.url()))
    await round(page, 'Tap to start talking').click()
    await expect(round(page, 'Connecting...')).toBeDisabled()
    await expect.poll(() => liveTracks(page)).toBe(1)
    await leave(page)
    await expect.poll(() => liveTracks(page)).toBe(0)
    const answered = page.waitForResponse(key)
    answer()
    await answered
    await page.waitForTimeout(500)
    expect(await liveTracks(page)).toBe(0)
    await expect(page.getByText('Voice Mode Active')).toHaveCount(0)
    expect(offers).toEqual([])
  })
}

test('without goals and summaries she talks all the same', { tag: '@nightly' }, async ({ page }) => {
  await openVoice(page)
  const refuse = (route: Route) => route.fulfill({ status: 500, body: '{"message":"secret"}' })
  await page.route('**/api/goals', refuse)
  await page.route('**/api/daily-summaries/recent*', refuse)
  await round(page, 'Tap to start talking').click()
  await connected(page)
  await expect(progress(page).getByText('✗ Failed to retrieve goals')).toBeVisible()
  await expect(progress(page).getByText('Hmm, something glitched.')).toBeVisible()
  await expect(page.getByText('secret')).toHaveCount(0)
})

/** Passes on the packets between browser and provider until it is cut. */
async function relay() {
  const socket = createSocket('udp4')
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const ports = { provider: 0, browser: 0 }
  const line = {
    isCut: false,
    close: () => socket.close(),
    describe: (sdp: string) =>
      sdp.replace(/^(a=candidate:.* 127\.0\.0\.1 )(\d+)/m, (_, start: string, port: string) => {
        ports.provider = Number(port)
        return start + socket.address().port
      }),
  }
  socket.on('message', (packet, { port }) => {
    if (line.isCut) return
    if (port !== ports.provider) ports.browser = port
    socket.send(packet, port === ports.provider ? ports.browser : ports.provider, '127.0.0.1')
  })
  return line
}

test(
  'a lost connection is told within three seconds, comes back by itself, or ends the talk in words',
  { tag: '@nightly' },
  async ({ page }) => {
    const line = await relay()
    const { session } = await openTalk(page, { describe: line.describe })
    const reconnecting = round(page, 'Reconnecting - Tap to stop')
    line.isCut = true
    await expect(reconnecting).toBeVisible({ timeout: 3_500 })
    await expect(page.getByRole('status').filter({ hasText: 'Reconnecting…' })).toBeVisible()
    line.isCut = false
    await expect(round(page, 'Listening - Tap to stop')).toBeVisible({ timeout: 5_000 })
    await session.respond({ say: ['over'] })
    await expect(progress(page).getByText("That's all this demo can do.")).toBeVisible()

    line.isCut = true
    await expect(page.getByRole('main').getByText('The connection was lost.')).toBeVisible({
      timeout: 30_000,
    })
    expect(await liveTracks(page)).toBe(0)
    line.close()
  },
)

test(
  'a server that dies in mid-talk takes its stand-in along, and the talk ends in words',
  { tag: '@nightly' },
  async ({ page }) => {
    const data = await temporaryDataDir()
    const app = await startApp(data.folder, await freePort())
    try {
      await watchMedia(page)
      await page.goto(app.url)
      await page.getByRole('button', { name: 'Get Started' }).click()
      await fillInSignIn(page, somebody())
      await page.getByRole('link', { name: 'Talk to Lisa' }).click()
      await round(page, 'Tap to start talking').click()
      await connected(page)
      await app.signal('SIGKILL')
      await expect(page.getByRole('main').getByText('The connection was lost.')).toBeVisible({
        timeout: 60_000,
      })
      await expect(round(page, 'Tap to start talking')).toBeVisible()
      expect(await liveTracks(page)).toBe(0)
    } finally {
      await app.signal('SIGKILL')
      await data.remove()
    }
  },
)
