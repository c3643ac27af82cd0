import { expect, test, type Page } from '@playwright/test'
import { untilRemembered } from './desk'
import { signIn } from './people'
import { switchOn, writeEntries } from './stored-entries'

declare global {
  interface Window {
    transactions: number
  }
}

// WebKit freezes a page that is left, and what it has begun in IndexedDB holds up every later page.
test(
  'a screen that is hidden or left touches IndexedDB only when it is back',
  { tag: '@nightly' },
  async ({ page }) => {
    await page.addInitScript(() => {
      window.transactions = 0
      const { transaction } = IDBDatabase.prototype
      IDBDatabase.prototype.transaction = function (...begin) {
        window.transactions++
        return transaction.apply(this, begin)
      }
    })
    await signIn(page)
    await writeEntries(page, 1)
    await switchOn(page)
    for (const path of ['/', '/journal', '/journal/new', '/settings', '/voice']) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      // It stores the user, removes what is kept of others, and looks for saves.
      await untilRemembered(page)
      await expect.poll(() => begunBy(page, () => {}), path).toBe(0)
      expect(await begunBy(page, hide), path).toBe(0)
      expect(await begunBy(page, leave), path).toBe(0)
      expect(await begunBy(page, comeBack), path).toBeGreaterThan(0)
    }
  },
)

/** How many transactions the page begins in the moment after `change`. */
async function begunBy(page: Page, change: () => void) {
  const before = await page.evaluate(() => window.transactions)
  await page.evaluate(change)
  await page.waitForTimeout(300)
  return (await page.evaluate(() => window.transactions)) - before
}

function hide() {
  Object.defineProperty(document, 'hidden', { configurable: true, value: true })
  document.dispatchEvent(new Event('visibilitychange'))
}

function leave() {
  window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
  // Another window says that a save waits.
  window.dispatchEvent(new StorageEvent('storage', { key: 'lisa:waiting' }))
}

function comeBack() {
  Object.defineProperty(document, 'hidden', { configurable: true, value: false })
  document.dispatchEvent(new Event('visibilitychange'))
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
}
