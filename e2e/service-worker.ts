import type { Page } from '@playwright/test'

/** Until the app's code is kept; from its next load on, the page comes from there. */
export async function installed(page: Page) {
  await page.waitForFunction(async () => Boolean((await navigator.serviceWorker.getRegistration())?.active))
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
}
