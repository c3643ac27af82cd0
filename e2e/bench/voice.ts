// How long it takes from the tap to a connection, against the local stand-in: npm run bench:voice [taps]
import { chromium, expect } from '@playwright/test'
import { freePort, startApp, temporaryDataDir } from '../app'
import { findBrowser } from '../find-browsers.mjs'
import { fillInSignIn, somebody } from '../people'
import { talkingBrowser } from '../voice-media'

// One user gets ten keys an hour.
const tapsPerUser = 10
const taps = Number(process.argv[2] ?? 20)

const data = await temporaryDataDir()
const app = await startApp(data.folder, await freePort())
const browser = await chromium.launch({
  executablePath: findBrowser('chromium'),
  args: ['--no-sandbox', ...talkingBrowser()],
})
try {
  const times: number[] = []
  while (times.length < taps) {
    const context = await browser.newContext({ baseURL: app.url, permissions: ['microphone'] })
    const page = await context.newPage()
    await page.goto('/')
    await page.getByRole('button', { name: 'Get Started' }).click()
    await fillInSignIn(page, somebody())
    await expect(page.getByRole('link', { name: 'Talk to Lisa' })).toBeVisible()
    for (let tap = 0; tap < tapsPerUser && times.length < taps; tap++) {
      await page.goto('/voice')
      await page.waitForFunction(() =>
        performance.getEntriesByType('resource').some(({ name }) => name.includes('/realtime-talk-')),
      )
      await page.waitForLoadState('networkidle')
      times.push(
        await page.evaluate(async () => {
          const button = document.querySelector<HTMLButtonElement>('[aria-labelledby=voice-caption]')
          const caption = document.querySelector('#voice-caption')
          const begun = performance.now()
          button?.click()
          while (!caption?.textContent.startsWith('Listening')) await new Promise(requestAnimationFrame)
          return performance.now() - begun
        }),
      )
    }
    await context.close()
  }
  const [first = 0, ...others] = times
  const sorted = others.sort((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)
  console.log(
    `First tap, which starts the stand-in: ${Math.round(first)} ms. The ${others.length} after it: median ${at(0.5)} ms, 95 % within ${at(0.95)} ms.`,
  )
} finally {
  await browser.close()
  await app.signal('SIGTERM')
  await data.remove()
}
