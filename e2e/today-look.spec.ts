import { expect, test, type Locator } from '@playwright/test'
import { addDays } from '../shared/dates'
import { expectNoViolationsInBothColors } from './axe'
import { aYearAgo, todayCard, lastDays, openHome, today, writeToday } from './home'
import { signIn } from './people'

test.use({ timezoneId: 'UTC' })

const boxOf = (target: Locator) => target.evaluate((element) => element.getBoundingClientRect().toJSON())

test('Home is there before its day is, and nothing moves when it comes', async ({ page }) => {
  await signIn(page)
  await writeToday(page, { entryDate: aYearAgo, wins: 'Chapter four' })
  await page.addInitScript(() => {
    const shifts: PerformanceEntry[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => shifts.push(...list.getEntries())).observe({
      type: 'layout-shift',
      buffered: true,
    })
  })
  let answer = () => {}
  const asked = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/today?*', async (route) => {
    await asked
    await route.continue()
  })
  await page.goto('/')
  await expect(page.getByRole('link', { name: /^Talk to Lisa/ })).toBeVisible()
  await expect(todayCard(page).getByText('Loading…')).toBeAttached()
  const { y: before } = (await todayCard(page).boundingBox()) ?? {}
  answer()
  await expect(lastDays(page)).toBeVisible()
  expect((await todayCard(page).boundingBox())?.y).toBe(before)
  // Two frames, after which a shift has been reported.
  await page.evaluate(() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))))
  expect(await page.evaluate(() => (window as unknown as { shifts: unknown[] }).shifts.length)).toBe(0)
})

for (const [width, height] of [
  [360, 740],
  [390, 844],
] as const)
  test(`on a phone of ${width} × ${height} all of the way to write is in sight`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await signIn(page)
    const { bottom } = await boxOf(todayCard(page).getByRole('link', { name: 'Write' }))
    expect(bottom).toBeLessThan((await boxOf(page.getByRole('navigation'))).top)
  })

test.describe('in another timezone than the one of the account', () => {
  test.use({ timezoneId: 'Europe/Berlin' })

  test('axe finds nothing on Home, whatever the day is like', async ({ page }) => {
    await signIn(page)
    await expect(page.getByRole('button', { name: 'Use Europe/Berlin' })).toBeVisible()
    await expectNoViolationsInBothColors(page)

    await page.goto('/journal/new')
    await page.getByLabel('What happened today?').fill('A draft')
    await openHome(page)
    await expect(todayCard(page).getByRole('link', { name: 'Continue your draft' })).toBeVisible()
    await expectNoViolationsInBothColors(page)

    const words = 'اليوم كان طويلاً'
    for (const [daysAgo, mood] of (['very-sad', 'sad', 'neutral', 'happy', 'very-happy'] as const).entries())
      await writeToday(page, { entryDate: addDays(today, 1 - daysAgo), mood, wins: words })
    await writeToday(page, { entryDate: aYearAgo, mood: 'happy', wins: words })
    await openHome(page)
    await expectNoViolationsInBothColors(page)

    await page.route('**/api/today?*', (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto('/')
    await expect(todayCard(page).getByRole('button', { name: 'Retry' })).toBeVisible()
    await expectNoViolationsInBothColors(page)
  })
})

test('at 200 % zoom of a phone the card keeps everything inside', async ({ page }) => {
  await signIn(page)
  await page.setViewportSize({ width: 195, height: 422 })
  await openHome(page)
  const overflowing = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('main *')]
        .filter(
          (element) =>
            element.getBoundingClientRect().right > innerWidth && !element.closest('svg, .sr-only'),
        )
        .map((element) => element.outerHTML.slice(0, 80)),
    )
  expect(await overflowing()).toEqual([])
  await writeToday(page, { wins: 'm'.repeat(300) })
  await openHome(page)
  expect(await overflowing()).toEqual([])
})
