import type { Page } from '@playwright/test'
import { signIn } from './people'
import { expect, test } from './test'

test.use({
  launchOptions: async ({ launchOptions }, provide) =>
    provide({ ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
})

const words = 'Words that only Ana may read'
const landing = 'Build meaningful habits'
const elsewhere = 'http://elsewhere.test/'

async function openJournal(page: Page, baseURL = '') {
  await page.route(elsewhere, (route) => route.fulfill({ contentType: 'text/html', body: 'Another site' }))
  await signIn(page)
  const data = { entryDate: '2026-11-20', wins: words }
  await page.request.post('/api/journal-entries', { data, headers: { Origin: baseURL } })
  await page.goto('/journal')
  await expect(page.getByText(words)).toBeVisible()
}

/**
 * Some browsers keep pages in memory that are `no-store`. This one does not, so the page loses that header. Firefox keeps none
 * while a test drives it.
 */
async function allowKeeping(page: Page) {
  await page.route('/journal', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'cache-control': 'no-cache' } })
  })
  await page.addInitScript(() => {
    window.addEventListener('pageshow', ({ persisted }) => {
      if (persisted) sessionStorage.setItem('onReturn', getComputedStyle(document.body).visibility)
    })
  })
}

/** The visibility at the moment when the page came back from memory. */
const onReturn = (page: Page) => page.evaluate(() => sessionStorage.getItem('onReturn'))

/** By address, which some other page of the app's origin does here. */
async function signOutElsewhere(page: Page) {
  const other = await page.context().newPage()
  await other.goto('/api/docs')
  await other.evaluate(() => window.location.assign('/api/logout'))
  await expect(other.getByRole('heading', { name: landing })).toBeVisible()
}

test('after a sign-out the Back button shows nothing of the journal', async ({ page, baseURL }) => {
  await openJournal(page, baseURL)
  await page.goto(elsewhere)
  await signOutElsewhere(page)
  await page.goBack()
  await expect(page.getByRole('heading', { name: landing })).toBeVisible()
  await expect(page).toHaveURL(`${baseURL}/`)
  await expect(page.getByText(words)).toHaveCount(0)
})

test('whoever opens an address without having signed in still finds no screen there', async ({ page }) => {
  await page.goto('/journal')
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
})

test('after a sign-out by address in the same window too', async ({ page, baseURL }) => {
  await openJournal(page, baseURL)
  const length = await page.evaluate(() => history.length)
  await page.evaluate(() => window.location.assign('/api/logout'))
  await expect(page.getByRole('heading', { name: landing })).toBeVisible()
  // The provider's page on the way may have an entry of its own, and would lead here again.
  const loaded = page.waitForEvent('load')
  await page.evaluate((length) => history.go(length - history.length), length)
  await loaded
  await expect(page.getByRole('heading', { name: landing })).toBeVisible()
  await expect(page).toHaveURL(`${baseURL}/`)
  await expect(page.getByText(words)).toHaveCount(0)
})

test(
  'a page that the browser kept in memory comes back hidden, and becomes the landing page',
  { tag: '@chromium' },
  async ({ page, baseURL }) => {
    await allowKeeping(page)
    await openJournal(page, baseURL)
    await page.goto(elsewhere)
    await signOutElsewhere(page)
    await page.goBack({ waitUntil: 'commit' })
    await expect(page.getByRole('heading', { name: landing })).toBeVisible()
    expect(await onReturn(page)).toBe('hidden')
    await expect(page).toHaveURL(`${baseURL}/`)
    await expect(page.getByText(words)).toHaveCount(0)
  },
)

test(
  'a page that the browser kept in memory is as it was while the same person is signed in',
  { tag: '@chromium' },
  async ({ page, baseURL }) => {
    await allowKeeping(page)
    await openJournal(page, baseURL)
    await page.goto(elsewhere)
    await page.goBack({ waitUntil: 'commit' })
    await expect(page.getByText(words)).toBeVisible()
    expect(await onReturn(page)).toBe('hidden')
  },
)

test(
  'a page that the browser kept in memory stays hidden while the server cannot be asked',
  { tag: '@chromium' },
  async ({ page, baseURL }) => {
    await allowKeeping(page)
    await openJournal(page, baseURL)
    await page.goto(elsewhere)
    await page.route('/api/auth/user', (route) => route.abort())
    await page.goBack({ waitUntil: 'commit' })
    await expect(page.getByText("We couldn't reach your account")).toBeVisible()
    expect(await onReturn(page)).toBe('hidden')
    await expect(page.getByText(words)).toHaveCount(0)
    await page.getByRole('button', { name: 'Retry' }).focus()
    await page.unroute('/api/auth/user')
    // By key, since a click would wait for the button, which goes when the page asks again by itself.
    await page.keyboard.press('Enter')
    await expect(page.getByText(words)).toBeVisible()
  },
)
