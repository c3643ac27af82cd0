import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import { addDays } from '../shared/dates'
import { untilRemembered } from './desk'
import { keyboardOf } from './keyboard'
import { signIn, somebody } from './people'

const landing = { name: 'Build meaningful habits' }
const keptLine = /^As kept on this device on /
const failed = "We couldn't load your journal"
const newestDay = '2026-03-31'
const card = (page: Page) => page.getByRole('region', { name: 'This device' })
const toggle = (page: Page) => card(page).getByRole('switch', { name: 'Keep recent entries on this device' })

/** Writes "Word 0." on the newest day, and the next ones on the days before it. */
async function write(page: Page, count: number) {
  const headers = { Origin: new URL(page.url()).origin }
  for (let back = 0; back < count; back++) {
    const data = { entryDate: addDays(newestDay, -back), wins: `Word ${back}.`, mood: 'happy' }
    expect((await page.request.post('/api/journal-entries', { headers, data })).status()).toBe(201)
  }
}

async function switchOn(page: Page) {
  await page.goto('/settings')
  await toggle(page).click()
  await expect(card(page).getByText(/kept, as of/)).toBeVisible()
}

/** Goes offline after loading only the first screen and the code of the others. */
async function cutOff(page: Page) {
  await page.goto('/')
  // Begins with the loading of the other screens.
  await untilRemembered(page)
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
}

const openJournal = (page: Page) => page.getByRole('link', { name: 'Journal', exact: true }).click()

/** Everything that this browser stores for Lisa, in any kind of storage. */
const stored = (page: Page) =>
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

const noFaults = async (page: Page) =>
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])

const expectNothingKept = (page: Page) => expect.poll(() => stored(page)).not.toContain('Word 0.')

async function signOut(page: Page) {
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', landing)).toBeVisible()
}

test('the newest 30 entries are kept once asked for, and read and opened by keyboard without a network', async ({
  page,
  context,
}) => {
  const { press, tabTo, follow } = keyboardOf(page)
  await signIn(page)
  await write(page, 31)
  await page.goto('/journal')
  await expect(page.getByText('Word 0.')).toBeVisible()
  expect(await stored(page)).not.toContain('Word 0.')

  await page.goto('/settings')
  await expect(toggle(page)).not.toBeChecked()
  await toggle(page).focus()
  await press('Space')
  await expect(card(page).getByText(/^30 entries are kept, as of /)).toBeVisible()
  await expect(toggle(page)).toBeFocused()
  await noFaults(page)
  const everything = await stored(page)
  expect(everything).toContain('Word 29.')
  expect(everything).not.toContain('Word 30.')
  await page.reload()
  await expect(toggle(page)).toBeChecked()

  await cutOff(page)
  await follow(page.getByRole('link', { name: 'Journal', exact: true }), 'Journal')
  await expect(page.getByText(keptLine)).toBeVisible()
  await expect(page.getByText('Word 0.')).toBeVisible()
  await expect(page.getByText(failed)).toHaveCount(0)
  await noFaults(page)
  await tabTo(page.getByRole('button', { name: 'Edit March 31, 2026' }))
  await press('Enter')
  await expect(page.getByLabel('What are your wins today?')).toHaveValue('Word 0.')

  await page.goBack()
  await expect(page.getByText(keptLine)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(keptLine)).toHaveCount(0)
  await expect(page.getByText('Word 0.')).toBeVisible()
})

test('what is saved is kept in its newest form', async ({ page }) => {
  await signIn(page)
  await write(page, 2)
  await switchOn(page)
  await page.goto('/journal/new?date=2026-03-31')
  await page.getByLabel('What are your wins today?').fill('Another word.')
  await page.getByRole('button', { name: 'Update Entry' }).click()
  await expect(page.getByText('Another word.')).toBeVisible()
  await expect.poll(() => stored(page)).toContain('Another word.')
  await expectNothingKept(page)
  await cutOff(page)
  await openJournal(page)
  await expect(page.getByText('Another word.')).toBeVisible()
  await expect(page.getByText('Word 1.')).toBeVisible()
})

test('switched off, nothing is left, and without a network nothing is shown', async ({ page }) => {
  await signIn(page)
  await write(page, 1)
  await switchOn(page)
  await toggle(page).click()
  await expect(toggle(page)).not.toBeChecked()
  await expectNothingKept(page)
  await cutOff(page)
  await openJournal(page)
  await expect(page.getByText(failed)).toBeVisible()
})

test('a sign-out in another window removes what is kept, and switches it off', async ({ page, context }) => {
  const ana = await signIn(page)
  await write(page, 1)
  await switchOn(page)
  const window = await context.newPage()
  await window.goto('/')
  await signOut(window)
  await expect(page.getByRole('heading', landing)).toBeVisible()
  await expectNothingKept(page)
  await signIn(page, ana)
  await page.goto('/settings')
  await expect(toggle(page)).not.toBeChecked()
})

test('a session that has expired hides what is kept until the same person is back', async ({
  page,
  context,
}) => {
  const ana = await signIn(page)
  await write(page, 1)
  await switchOn(page)
  await context.clearCookies()
  await page.goto('/')
  await expect(page.getByRole('heading', landing)).toBeVisible()
  expect(await stored(page)).toContain('Word 0.')
  await signIn(page, ana)
  await cutOff(page)
  await openJournal(page)
  await expect(page.getByText('Word 0.')).toBeVisible()
})

test('somebody else who signs in sees nothing of it, and it is removed', async ({ page, context }) => {
  await signIn(page)
  await write(page, 1)
  await switchOn(page)
  await context.clearCookies()
  await signIn(page, somebody('Ben'))
  await expectNothingKept(page)
  await page.goto('/settings')
  await expect(toggle(page)).not.toBeChecked()
  await cutOff(page)
  await openJournal(page)
  await expect(page.getByText(failed)).toBeVisible()
})

for (const [way, path] of [
  ['signing out everywhere', '/api/account/sessions'],
  ['deleting the account', '/api/account'],
] as const)
  test(`${way} on another device removes what is kept on this one`, async ({ page, browser }) => {
    const { email, ...names } = await signIn(page)
    await write(page, 1)
    await switchOn(page)
    const other = await (await browser.newContext()).newPage()
    await signIn(other, { email, ...names })
    const headers = { Origin: new URL(page.url()).origin }
    const answer = await other.request.delete(path, { headers, data: { email } })
    expect(answer.status()).toBe(204)
    await page.goto('/')
    await expect(page.getByRole('heading', landing)).toBeVisible()
    await expectNothingKept(page)
  })

test('a page that is open learns that the session was ended elsewhere, and removes what is kept', async ({
  page,
  browser,
}) => {
  const ana = await signIn(page)
  await write(page, 1)
  await switchOn(page)
  const other = await (await browser.newContext()).newPage()
  await signIn(other, ana)
  const headers = { Origin: new URL(page.url()).origin }
  expect((await other.request.delete('/api/account/sessions', { headers })).status()).toBe(204)
  await openJournal(page)
  // The session at the identity provider is still alive.
  await expect(page.getByText('Word 0.')).toBeVisible()
  await expectNothingKept(page)
})
