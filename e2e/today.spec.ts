import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { addDays } from '../shared/dates'
import type { JournalEntryInput } from '../shared/journal-input'
import { keyboardOf } from './keyboard'
import { fillInSignIn, signIn } from './people'

const today = new Date().toISOString().slice(0, 10)
test.use({ timezoneId: 'UTC' })

const card = (page: Page) => page.getByRole('region', { name: 'Today' })
const boxOf = (target: Locator) => target.evaluate((element) => element.getBoundingClientRect().toJSON())
const lastDays = (page: Page) => page.getByRole('list', { name: 'Last seven days' })

async function openHome(page: Page) {
  await page.goto('/')
  await expect(lastDays(page)).toBeVisible()
}

const write = (page: Page, entry: Partial<JournalEntryInput>) =>
  page.request.post('/api/journal-entries', {
    data: { entryDate: today, ...entry },
    headers: { Origin: new URL(page.url()).origin },
  })

const aYearAgo = `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`

test('a day is begun, gone on with and opened from Home by keyboard', async ({ page }) => {
  await signIn(page)
  const { press, type, tabTo, follow } = keyboardOf(page)
  const moods = page.getByRole('group', { name: 'How are you feeling?' })
  await follow(moods.getByRole('link', { name: 'Happy', exact: true }), "Today's Journal")
  await expect(page.getByRole('radio', { name: 'Happy', exact: true })).toBeChecked()
  await expect(page).toHaveURL('/journal/new')
  await tabTo(page.getByLabel('What happened today?'))
  await type('Snow all night')

  await follow(page.getByRole('link', { name: 'Home' }), /^Good/)
  await expect(card(page).getByText('Snow all night')).toBeVisible()
  await follow(card(page).getByRole('link', { name: 'Continue your draft' }), "Today's Journal")
  await expect(page.getByLabel('What happened today?')).toHaveValue('Snow all night')
  await tabTo(page.getByRole('button', { name: 'Save Entry' }))
  await press('Enter')
  await expect(page.getByText('Journal entry saved successfully').first()).toBeVisible()

  await follow(page.getByRole('link', { name: 'Home' }), /^Good/)
  await expect(lastDays(page).getByRole('listitem').last().getByRole('img')).not.toHaveAccessibleName(
    'No entry',
  )
  await follow(card(page).getByRole('link', { name: 'Snow all night' }), 'Edit Journal Entry')
})

test('a mood that was tapped by mistake leaves Home as it was', async ({ page }) => {
  await signIn(page)
  const faces = page.getByRole('group', { name: 'How are you feeling?' })
  await faces.getByRole('link', { name: 'Very Sad' }).click()
  await expect(page.getByRole('radio', { name: 'Very Sad' })).toBeChecked()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: 'Home' }).click()
  await expect(faces).toBeVisible()
  await expect(card(page).getByRole('link', { name: 'Continue your draft' })).toHaveCount(0)
  await faces.getByRole('link', { name: 'Happy', exact: true }).click()
  await expect(page.getByRole('radio', { name: 'Happy', exact: true })).toBeChecked()
  await expect(page.getByText('We kept your draft')).toHaveCount(0)
})

test('a mood that was tapped after the session had ended is chosen once one is signed in again', async ({
  page,
  context,
}) => {
  const person = await signIn(page)
  const happy = card(page).getByRole('link', { name: 'Happy', exact: true })
  await expect(happy).toBeVisible()
  await context.clearCookies()
  await happy.click()
  await fillInSignIn(page, person)
  await expect(page.getByRole('radio', { name: 'Happy', exact: true })).toBeChecked()
})

test('the last seven days and the same day of earlier years are those of the journal', async ({ page }) => {
  await signIn(page)
  await write(page, { entryDate: addDays(today, -1), mood: 'sad' })
  await write(page, { entryDate: addDays(today, -6), mood: 'very-happy' })
  await write(page, { entryDate: addDays(today, -7), mood: 'neutral' })
  await write(page, { entryDate: aYearAgo, mood: 'happy', wins: 'Chapter four' })
  await openHome(page)
  const moods = await lastDays(page)
    .getByRole('img')
    .evaluateAll((dots) => dots.map((dot) => dot.ariaLabel))
  expect(moods).toEqual(['Very Happy', ...Array(4).fill('No entry'), 'Sad', 'No entry'])
  await expect(
    card(page).getByRole('heading', { name: `On this day, ${aYearAgo.slice(0, 4)}` }),
  ).toBeVisible()
  await card(page).getByRole('link', { name: 'Chapter four' }).click()
  await expect(page.getByLabel('What are your wins today?')).toHaveValue('Chapter four')
})

test('Home is there before its day is, and nothing moves when it comes', async ({ page }) => {
  await signIn(page)
  await write(page, { entryDate: aYearAgo, wins: 'Chapter four' })
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
  await expect(card(page).getByText('Loading…')).toBeAttached()
  const { y: before } = (await card(page).boundingBox()) ?? {}
  answer()
  await expect(lastDays(page)).toBeVisible()
  expect((await card(page).boundingBox())?.y).toBe(before)
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
    const { bottom } = await boxOf(card(page).getByRole('link', { name: 'Write' }))
    expect(bottom).toBeLessThan((await boxOf(page.getByRole('navigation'))).top)
    const rings = await page
      .locator('main circle:visible')
      .evaluateAll((rings) => rings.map((ring) => ring.getBoundingClientRect().bottom))
    expect(rings.length).toBeGreaterThan(1)
    expect(Math.max(...rings)).toBeLessThanOrEqual((await boxOf(page.getByText('Talk to Lisa'))).top)
  })

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(colorScheme, () => {
    test.use({ colorScheme, timezoneId: 'Europe/Berlin' })

    test('axe finds nothing on Home, whatever the day is like', async ({ page }) => {
      const violations = async () => {
        const { violations } = await new AxeBuilder({ page })
          .options({ rules: { 'target-size': { enabled: true } } })
          .analyze()
        return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(', ')}`)
      }
      await signIn(page)
      await expect(page.getByRole('button', { name: 'Use Europe/Berlin' })).toBeVisible()
      expect(await violations()).toEqual([])

      await page.goto('/journal/new')
      await page.getByLabel('What happened today?').fill('A draft')
      await openHome(page)
      await expect(card(page).getByRole('link', { name: 'Continue your draft' })).toBeVisible()
      expect(await violations()).toEqual([])

      const words = 'اليوم كان طويلاً'
      for (const [daysAgo, mood] of (
        ['very-sad', 'sad', 'neutral', 'happy', 'very-happy'] as const
      ).entries())
        await write(page, { entryDate: addDays(today, 1 - daysAgo), mood, wins: words })
      await write(page, { entryDate: aYearAgo, mood: 'happy', wins: words })
      await openHome(page)
      expect(await violations()).toEqual([])

      await page.route('**/api/today?*', (route) => route.fulfill({ status: 500, json: {} }))
      await page.goto('/')
      await expect(card(page).getByRole('button', { name: 'Retry' })).toBeVisible()
      expect(await violations()).toEqual([])
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
  await write(page, { wins: 'm'.repeat(300) })
  await openHome(page)
  expect(await overflowing()).toEqual([])
})

test.describe('in Berlin', () => {
  test.use({ timezoneId: 'Europe/Berlin' })

  test('one tap brings the reminders by the own clock, and nothing else changes', async ({ page }) => {
    await signIn(page)
    const settings = async () => (await page.request.get('/api/reminder-settings')).json()
    const before = await settings()
    const { press, tabTo } = keyboardOf(page)
    const offer = page.getByRole('button', { name: 'Use Europe/Berlin' })
    await tabTo(offer)
    await press('Enter')
    await expect(offer).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    expect(await settings()).toEqual({ ...before, timezone: 'Europe/Berlin' })
    await openHome(page)
    await expect(offer).toBeHidden()
  })
})
