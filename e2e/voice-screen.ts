import { expect, type Page, type test, type TestInfo } from '@playwright/test'
import { signIn } from './people'
import { talkingBrowser, watchMedia } from './voice-media'

/** What `test.use` needs for a browser with a microphone that speaks. */
export const talking: Parameters<typeof test.use>[0] = {
  permissions: ['microphone'],
  launchOptions: [
    ({ browserName, launchOptions }, use) =>
      use(
        browserName === 'chromium'
          ? { ...launchOptions, args: [...(launchOptions.args ?? []), ...talkingBrowser()] }
          : launchOptions,
      ),
    { scope: 'worker' },
  ],
}

export const key = '**/api/voice/ephemeral-key'
export const round = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
export const focus = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
export const progress = (page: Page) => page.getByRole('region', { name: 'Live Progress' })
export const receipt = (page: Page) => page.getByRole('region', { name: 'Your talk' })

/** What the stand-in's goal setup adds. */
export const demoGoal = 'Demo goal: talk to Lisa once a week'

/** Prints the screen of a failed test: it shows how far the talk got, and a trace may be out of reach. */
export async function printIfFailed({ page }: { page: Page }, { status, expectedStatus }: TestInfo) {
  if (status !== expectedStatus) console.log(await page.getByRole('main').innerText({ timeout: 5_000 }))
}

export async function openVoice(page: Page) {
  // Keeps interception on: where it goes on and off beside requests that are under way, some of them hang for ever.
  await page.route('**/no-such-address', (route) => route.abort())
  await watchMedia(page)
  const person = await signIn(page)
  await page.getByRole('link', { name: 'Talk to Lisa' }).click()
  await expect(page.getByRole('heading', { name: 'Voice Mode' })).toBeVisible()
  return person
}

export async function connected(page: Page) {
  // Looked for together: the toast stays for five seconds only.
  await Promise.all([
    expect(round(page, 'Listening - Tap to stop')).toBeVisible(),
    expect(page.getByText('Voice Mode Active').first()).toBeVisible(),
    expect(page.getByText('You can now speak to your assistant').first()).toBeVisible(),
  ])
}

export function hide(page: Page) {
  return page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
}

/** Stops the talk, and waits for the reload that follows, which would abort another navigation. */
export async function stop(page: Page) {
  const reloaded = page.waitForEvent('load')
  await round(page, 'Listening - Tap to stop').click()
  await reloaded
  await expect(round(page, 'Tap to start talking')).toBeVisible()
}
