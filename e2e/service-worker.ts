import type { Page } from '@playwright/test'

/** Waits until the service worker has stored the app's code, and reloads the page from there. */
export async function installed(page: Page) {
  await page.waitForFunction(async () => Boolean((await navigator.serviceWorker.getRegistration())?.active))
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
}
