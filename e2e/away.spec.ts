import { expect, test, type Page } from '@playwright/test'
import { expectNoViolationsInBothColors } from './axe'
import { untilRemembered } from './desk'
import { signIn, signInAt } from './people'

const words = 'Words that are on the screen'
const wins = 'What are your wins today?'
const polled = 'GET /api/analytics/monthly-goals'
const line = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const away = (page: Page) => line(page, 'Lisa is away.')
const offline = (page: Page) => line(page, "You're offline.")
const toasts = (page: Page) => page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')

async function openJournal(page: Page, baseURL = '') {
  await signIn(page)
  const data = { entryDate: '2026-11-20', wins: words }
  await page.request.post('/api/journal-entries', { data, headers: { Origin: baseURL } })
  await page.goto('/journal')
  await expect(page.getByText(words)).toBeVisible()
}

/** Answers like a server whose database is away, or with a proxy's `status`. Returns the requests made meanwhile. */
async function goAway(page: Page, status = 503) {
  const asked: string[] = []
  const own = { json: { message: 'Lisa is not available right now.' }, headers: { 'Retry-After': '1' } }
  const answer = status === 503 ? own : { body: '<h1>Bad gateway</h1>' }
  await page.route(/\/api\//, (route) => {
    const { pathname } = new URL(route.request().url())
    asked.push(`${route.request().method()} ${pathname}`)
    return route.fulfill({ status, ...answer })
  })
  return { asked, comeBack: () => page.unroute(/\/api\//) }
}

const openTab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()

for (const status of [503, 502, 504])
  test(`while the server answers ${status}, the page says that Lisa is away, keeps what it shows, and recovers by itself`, async ({
    page,
    baseURL,
  }) => {
    await openJournal(page, baseURL)
    const { asked, comeBack } = await goAway(page, status)
    await openTab(page, 'Goals')
    await expect(away(page)).toHaveCount(1)
    await expect(page.getByText("We couldn't load your goals")).toBeVisible()
    await expect.poll(() => asked.filter((call) => call === polled).length).toBeGreaterThan(1)
    expect(asked.filter((call) => call === 'GET /api/goals')).toHaveLength(1)
    await openTab(page, 'Journal')
    await expect(page.getByText(words)).toBeVisible()
    await expect(away(page)).toHaveCount(1)
    await expect(toasts(page)).toHaveCount(0)
    await openTab(page, 'Goals')
    await comeBack()
    await expect(page.getByText("We couldn't load your goals")).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Goals', level: 1 })).toBeVisible()
    await expect(away(page)).toHaveCount(0)
  })

test('a write is not retried', async ({ page }) => {
  await signInAt(page, '/goals/new')
  await page.getByLabel('Goal Title').fill('A goal')
  const { asked } = await goAway(page)
  await page.getByRole('button', { name: 'Create Goal' }).click()
  await expect(away(page)).toHaveCount(1)
  await expect.poll(() => asked.filter((call) => call === polled).length).toBeGreaterThan(1)
  expect(asked.filter((call) => call === 'POST /api/goals')).toHaveLength(1)
  await expect(page.getByLabel('Goal Title')).toHaveValue('A goal')
})

test('a page that was opened while Lisa was away recovers by itself', async ({ page, baseURL }) => {
  await openJournal(page, baseURL)
  await untilRemembered(page)
  const { asked, comeBack } = await goAway(page)
  await page.reload()
  // The page knows from the visit before who is signed in.
  await expect(away(page)).toHaveCount(1)
  await expect(page.getByText(words)).toHaveCount(0)
  await expect.poll(() => asked.filter((call) => call === polled).length).toBeGreaterThan(1)
  expect(asked.filter((call) => call === 'GET /api/auth/user')).toHaveLength(1)
  await comeBack()
  await expect(page.getByText(words)).toBeVisible()
})

test('without a network the page says so at once, in one line, and keeps what is typed', async ({
  page,
  context,
}) => {
  await signInAt(page, '/journal/new')
  await page.getByLabel(wins).fill('Typed on a train')
  // An answer that was under way would still arrive, and the line would go.
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await expect(offline(page)).toHaveCount(1)
  await page.getByLabel(wins).pressSequentially(', in a tunnel')
  await expect(toasts(page)).toHaveCount(0)
  await context.setOffline(false)
  await expect(offline(page)).toHaveCount(0)
  await expect(page.getByLabel(wins)).toHaveValue('Typed on a train, in a tunnel')
})

test('the line covers nothing and axe finds nothing in it', async ({ page, context }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 360, height: 740 })
  await signInAt(page, '/journal/new')
  await page.getByLabel(wins).waitFor()
  // An answer that was under way would still arrive, and the line would go.
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await expect(offline(page)).toHaveCount(1)
  await expectNoViolationsInBothColors(page)
  const bottom = async (name: string) => {
    const box = await page.getByRole('button', { name }).boundingBox()
    return (box?.y ?? 0) + (box?.height ?? 0)
  }
  const top = (await offline(page).boundingBox())?.y
  expect(await bottom('Save Entry')).toBeLessThanOrEqual(top ?? 0)
})
