import { expect, type Page } from '@playwright/test'
import { addDays } from '../shared/dates'
import { untilRemembered } from './desk'

export const failed = "We couldn't load your journal"
const newestDay = '2026-03-31'
export const deviceCard = (page: Page) => page.getByRole('region', { name: 'This device' })
export const toggle = (page: Page) =>
  deviceCard(page).getByRole('switch', { name: 'Keep recent entries on this device' })

/** Writes "Word 0." on the newest day, and the next ones on the days before it. */
export async function writeEntries(page: Page, count: number) {
  const headers = { Origin: new URL(page.url()).origin }
  for (let back = 0; back < count; back++) {
    const data = { entryDate: addDays(newestDay, -back), wins: `Word ${back}.`, mood: 'happy' }
    expect((await page.request.post('/api/journal-entries', { headers, data })).status()).toBe(201)
  }
}

export async function switchOn(page: Page) {
  await page.goto('/settings')
  await toggle(page).click()
  await expect(deviceCard(page).getByText(/kept, as of/)).toBeVisible()
}

/** Goes offline after loading only the first screen and the code of the others. */
export async function cutOff(page: Page, first = '/') {
  await page.goto(first)
  // Begins with the loading of the other screens.
  await untilRemembered(page)
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
}

export const openJournal = (page: Page) => page.getByRole('link', { name: 'Journal', exact: true }).click()

/** Everything that this browser stores for Lisa, in any kind of storage. */
export const stored = (page: Page) =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error))
      })
    const texts = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)]
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name))
      for (const store of database.objectStoreNames) {
        const rows = database.transaction(store).objectStore(store)
        const [keys, values] = await Promise.all([done(rows.getAllKeys()), done(rows.getAll())])
        texts.push(JSON.stringify([name, store, keys, values]))
      }
      database.close()
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        texts.push(request.url, (await (await cache.match(request))?.text()) ?? '')
    }
    return texts.join('\n')
  })

export const expectNothingKept = (page: Page) => expect.poll(() => stored(page)).not.toContain('Word 0.')
