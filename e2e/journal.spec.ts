import { expect, test, type Page } from '@playwright/test'
import { fillInSignIn, signIn, signInAt } from './people'

const wins = (page: Page) => page.getByLabel('What are your wins today?')

test('words that were typed survive a reload, a crash of the page and a lost connection', async ({
  page,
  context,
}) => {
  await signInAt(page, '/journal/new')
  await wins(page).fill('typed, not saved')
  await page.reload()
  await expect(page.getByText('We kept your draft')).toBeVisible()
  await expect(wins(page)).toHaveValue('typed, not saved')

  const crashed = page.waitForEvent('crash')
  await page.goto('chrome://crash').catch(() => undefined)
  await crashed
  await page.close()
  const another = await context.newPage()
  await another.goto('/journal/new')
  await expect(wins(another)).toHaveValue('typed, not saved')

  await context.setOffline(true)
  await another.getByRole('button', { name: 'Save Entry' }).click()
  await expect(another.getByText('Waiting to send')).toBeVisible()
  await expect(wins(another)).toHaveValue('typed, not saved')
  await context.setOffline(false)
  await expect(another).toHaveURL(/\/journal$/)
  await expect(another.getByText('typed, not saved')).toBeVisible()

  await another.goto('/journal/new')
  await expect(another.getByRole('heading', { name: 'Edit Entry' })).toBeVisible()
  await expect(another.getByText('We kept your draft')).toHaveCount(0)
})

test('a session that has ended sends to sign in, back to the same page, with every word there', async ({
  page,
  context,
}) => {
  const ana = await signInAt(page, '/journal/new')
  await wins(page).fill('written while the session ended')
  await context.clearCookies()
  // Half a second until the browser goes to sign in is too short to look on a busy machine.
  await page.evaluate(() =>
    window.addEventListener('pagehide', () => sessionStorage.setItem('last', document.body.innerText)),
  )
  await page.getByRole('button', { name: 'Save Entry' }).click()
  await page.getByLabel('Email').waitFor()
  expect(await page.evaluate(() => sessionStorage.getItem('last'))).toContain(
    'You are logged out. Logging in again...',
  )
  await fillInSignIn(page, ana)
  await expect(page).toHaveURL(/\/journal\/new$/)
  await expect(wins(page)).toHaveValue('written while the session ended')
})

test('two windows on one day: the second is shown what the first has saved before anything is replaced', async ({
  page,
  context,
}) => {
  await signIn(page)
  const second = await context.newPage()
  await page.goto('/journal/new')
  await second.goto('/journal/new')
  await wins(page).fill('from the first window')
  await wins(second).fill('from the second window')
  await page.getByRole('button', { name: 'Save Entry' }).click()
  await expect(page).toHaveURL(/\/journal$/)
  await expect(page.getByText('from the first window')).toBeVisible()

  await second.getByRole('button', { name: 'Save Entry' }).click()
  await expect(second.getByText('from the first window')).toBeVisible()
  await expect(wins(second)).toHaveValue('from the second window')
  await second.getByRole('button', { name: 'Keep both' }).click()
  await second.getByRole('button', { name: 'Update Entry' }).click()
  await expect(second.getByText('Journal entry updated successfully').first()).toBeVisible()
  await expect(second.getByText('from the first window')).toBeVisible()
  await expect(second.getByText('from the second window')).toBeVisible()
})

test('signing out leaves nothing of what was typed in the browser', async ({ page }) => {
  const ana = await signInAt(page, '/journal/new')
  await wins(page).fill('very private')
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('very private')
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Build meaningful habits' })).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(
    'very private',
  )
  await signIn(page, ana)
  await page.goto('/journal/new')
  await expect(page.getByRole('heading', { name: "Today's Journal" })).toBeVisible()
  await expect(wins(page)).toHaveValue('')
})

test('a long journal loads as one scrolls; an entry can be edited in its place, and deleted', async ({
  page,
  baseURL,
}) => {
  await signIn(page)
  for (let day = 1; day <= 70; day++) {
    const entryDate = new Date(Date.UTC(2025, 0, day)).toISOString().slice(0, 10)
    const data = { entryDate, wins: `win of day ${day}` }
    await page.request.post('/api/journal-entries', { data, headers: { Origin: baseURL ?? '' } })
  }
  await page.goto('/journal')
  await expect(page.getByText('win of day 70')).toBeVisible()
  expect(await page.getByRole('article').or(page.locator('.entry-card')).count()).toBeLessThanOrEqual(60)
  await expect(async () => {
    await page.mouse.wheel(0, 20_000)
    await expect(page.getByText('win of day 1', { exact: true })).toBeVisible({ timeout: 500 })
  }).toPass()

  const edit = page.getByRole('button', { name: 'Edit January 4, 2025' })
  await edit.evaluate((button) => button.scrollIntoView({ block: 'center' }))
  const top = async () => Math.round((await edit.boundingBox())?.y ?? NaN)
  const before = await top()
  await edit.click()
  await page.getByLabel('What went well?').fill('the edit')
  await page.getByRole('button', { name: 'Update Entry' }).click()
  await expect(page.getByText('Journal entry updated successfully').first()).toBeVisible()
  await expect(page.getByText('the edit')).toBeInViewport()
  await expect(edit).toBeFocused()
  expect(Math.abs((await top()) - before)).toBeLessThan(60)

  page.once('dialog', (dialog) => void dialog.accept())
  await page.getByRole('button', { name: 'Delete January 3, 2025' }).click()
  await expect(page.getByText('Journal entry deleted successfully').first()).toBeVisible()
  await expect(page.getByText('win of day 3', { exact: true })).toHaveCount(0)
})
