import { expect, test, type Page } from '@playwright/test'
import { signIn } from './people'

/** Holds back requests that match `url` until they are released. */
async function hold(page: Page, url: string | RegExp) {
  let release: () => void = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(url, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** All of it but the few bytes that show the chosen appearance, for which the first paint waits as for the styles. */
const code = /\/assets\/(?!appearance-)[^/]*\.js$/

test('the frame of the app is there before any of its code, and stays until the screen is', async ({
  page,
}) => {
  await signIn(page)
  const [releaseCode, releaseUser] = [await hold(page, code), await hold(page, '**/api/auth/user')]
  await page.goto('/goals', { waitUntil: 'commit' })
  await expect(page.getByText('Lisa', { exact: true })).toBeVisible()
  await expect(page.locator('#root .skeleton').first()).toBeVisible()
  await expect(page.getByRole('status')).toHaveText('Loading…')
  releaseCode()
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('goals-page')),
  )
  await expect(page.locator('#root .skeleton').first()).toBeVisible()
  releaseUser()
  await expect(page.getByRole('heading', { name: 'Goals', level: 1 })).toBeVisible()
})

test('a visitor sees the name first, and no bars of the signed-in app', async ({ page }) => {
  const releaseCode = await hold(page, code)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.getByText('Lisa', { exact: true })).toBeVisible()
  await expect(page.locator('#root .skeleton').first()).toBeHidden()
  releaseCode()
  await expect(page.getByRole('heading', { name: 'Build meaningful habits' })).toBeVisible()
})

test('a screen that waits for its data has its title', async ({ page }) => {
  await signIn(page)
  await hold(page, '**/api/{goals,journal-entries,analytics,reminder,today,talks}*/**')
  await hold(page, '**/api/{goals,journal-entries,analytics,reminder-settings,today,talks}*')
  for (const path of [
    '/',
    '/goals',
    '/goals/edit/1',
    '/journal',
    '/journal/edit/1',
    '/progress',
    '/settings',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('Loading…').first()).toBeAttached()
  }
})
