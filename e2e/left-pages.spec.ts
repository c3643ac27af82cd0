import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { screens } from '../shared/screens'
import { addressOf } from './addresses'
import { signIn } from './people'
import { switchOn, writeEntries } from './stored-entries'

declare global {
  interface Window {
    transactions: number
  }
}

// WebKit keeps a page that is left in memory, and what it has begun in IndexedDB holds up every later page.
test('no screen touches IndexedDB any more while it is being left', async ({ page }) => {
  await page.addInitScript(() => {
    window.transactions = 0
    let isLeft = false
    window.addEventListener('pagehide', () => (isLeft = true))
    const { transaction } = IDBDatabase.prototype
    IDBDatabase.prototype.transaction = function (...begin) {
      window.transactions++
      if (isLeft || document.hidden)
        sessionStorage.setItem('late', `${sessionStorage.getItem('late') ?? ''} ${window.location.pathname}`)
      return transaction.apply(this, begin)
    }
  })
  await signIn(page)
  await writeEntries(page, 1)
  await switchOn(page)
  const ids = { '/goals/edit/:id': randomUUID(), '/journal/edit/:id': randomUUID() }
  for (const { path } of screens) {
    const address = addressOf(path, ids)
    // A new document, as by a link in a mail.
    await page.evaluate((address) => window.location.assign(address), address)
    await page.waitForURL(address)
    // It looks for the saves that wait, of entries and of goals.
    await page.waitForFunction(() => window.transactions >= 2)
  }
  await page.goto('/')
  expect(await page.evaluate(() => sessionStorage.getItem('late'))).toBeNull()
})
