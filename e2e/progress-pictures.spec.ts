import { expect, test, type Page } from '@playwright/test'
import { addDays } from '../shared/dates'
import { moods } from '../shared/journal'
import { expectNoViolationsInBothColors } from './axe'
import { keyboardOf } from './keyboard'
import { signIn, signInAt } from './people'

// The browser's clock: the pictures follow it, and midnight must not come in the middle of a test.
const today = '2026-11-20'
const monthly = '/progress?month=2026-11'
const annual = '/progress?year=2026'

async function signInWithEntries(page: Page, origin = '') {
  await signIn(page)
  await page.clock.setFixedTime(new Date(`${today}T12:00:00`))
  const headers = { Origin: origin }
  for (let daysAgo = 0; daysAgo < 40; daysAgo++) {
    if (daysAgo === 1) continue
    const data = { entryDate: addDays(today, -daysAgo), mood: moods[daysAgo % moods.length] }
    await page.request.post('/api/journal-entries', { data, headers })
  }
  const goal = { title: `Run a half marathon ${'x'.repeat(80)}`, timeline: 'annual' }
  const { id } = (await (await page.request.post('/api/goals', { data: goal, headers })).json()) as {
    id: string
  }
  await page.request.patch(`/api/goals/${id}`, { data: { achieved: true }, headers })
}

async function open(page: Page, address: string) {
  await page.goto(address)
  await expect(page.getByRole('figure').first()).toBeVisible()
  await expect(page.getByText('Loading…')).toHaveCount(0)
}

const figure = (page: Page, name: string) => page.getByRole('figure', { name, exact: true })
const day = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

test('look back a month, open a day and return to it, by keyboard alone', async ({ page, baseURL }) => {
  const { press, tabTo, expectHeading } = keyboardOf(page)
  await signInWithEntries(page, baseURL)
  await page.goto('/progress')
  await tabTo(page.getByRole('tab', { name: 'Weekly' }))
  await press('ArrowRight')
  await expect(figure(page, 'Moods in November 2026')).toBeVisible()
  await tabTo(page.getByRole('button', { name: 'Previous month' }))
  await press('Enter')
  await expect(figure(page, 'Moods in October 2026')).toBeVisible()
  await tabTo(page.getByRole('button', { name: 'Next month' }))
  await press('Space')
  await expect(figure(page, 'Moods in November 2026')).toBeVisible()
  // The grid is one stop: the next is what comes after it.
  await tabTo(day(page, 'Sunday, November 1: Very Happy'))
  await press('Tab')
  await expect(page.locator('summary')).toBeFocused()
  await press('Shift+Tab')
  await press('PageUp', 'End', 'ArrowRight', 'ArrowLeft', 'PageDown', 'ArrowDown', 'ArrowRight')
  const focused = page.locator('[data-day]:focus')
  await expect(focused).toHaveAttribute('data-day', '2026-11-12')
  await press('PageUp')
  await expect(focused).toHaveAttribute('data-day', '2026-10-12')
  await press('Enter')
  await expectHeading('October 12, 2026')
  await tabTo(page.getByRole('button', { name: 'Close' }))
  await press('Enter')
  await expect(figure(page, 'Moods in October 2026')).toBeVisible()
  await expect(focused).toHaveAttribute('data-day', '2026-10-12')
  await press('ArrowRight')
  await expect(focused).toHaveAttribute('data-day', '2026-10-13')
})

test('a day without an entry leads to a new one for it', async ({ page, baseURL }) => {
  await signInWithEntries(page, baseURL)
  await open(page, '/progress')
  await day(page, 'Thursday, November 19: No entry').click()
  await expect(page).toHaveURL('/journal/new?date=2026-11-19')
})

test(
  'axe finds nothing in the pictures, closed and opened',
  { tag: '@nightly' },
  async ({ page, baseURL }) => {
    await signInWithEntries(page, baseURL)
    for (const address of ['/progress', monthly, '/progress?month=2024-02', annual, '/progress?year=2024']) {
      await open(page, address)
      for (const summary of await page.locator('summary').all()) await summary.click()
      await expectNoViolationsInBothColors(page)
    }
  },
)

/** Of the year's picture, whose days are too small for a finger. */
async function touchNovember(page: Page) {
  const square = page.getByRole('grid', { name: 'Days of 2026' }).locator('[data-day="2026-11-12"]')
  await square.dispatchEvent('pointerdown', { pointerType: 'touch' })
  await square.dispatchEvent('click')
  return page.getByRole('region', { name: 'November 2026' }).locator('[data-day]')
}

test(
  'a day can be touched, and nothing is cut off, from 195 to 1280 px',
  { tag: '@nightly' },
  async ({ page, baseURL }) => {
    await signInWithEntries(page, baseURL)
    for (const width of [195, 360, 390, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      for (const address of ['/progress', monthly, annual]) {
        await open(page, address)
        for (const summary of await page.locator('summary').all()) await summary.click()
        expect([address, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([
          address,
          width,
        ])
        const days = address === annual ? await touchNovember(page) : page.locator('[data-day]')
        const sizes = await days.evaluateAll((days) =>
          days.map((day) => {
            const { width, height } = day.getBoundingClientRect()
            return Math.min(width, height)
          }),
        )
        if (width >= 360) expect(Math.min(44, ...sizes)).toBeGreaterThan(43.5)
      }
    }
  },
)

test('the moods are told apart without their hues, in the colors of the system and in print', async ({
  page,
  baseURL,
}) => {
  await signInWithEntries(page, baseURL)
  await open(page, monthly)
  const mouths = await page
    .locator('[data-day] svg path')
    .evaluateAll((paths) => new Set(paths.map((path) => path.getAttribute('d'))).size)
  expect(mouths).toBe(moods.length)
  const colors = (selector: string) =>
    page.locator(selector).evaluateAll((shapes) => [
      ...new Set(
        shapes.map((shape) => {
          const { fill, stroke } = getComputedStyle(shape)
          return `${fill} ${stroke}`
        }),
      ),
    ])
  expect(await colors('figure .mood')).toHaveLength(moods.length)
  await page.emulateMedia({ forcedColors: 'active' })
  for (const address of [monthly, annual]) {
    await open(page, address)
    expect(await colors('figure .mood')).toHaveLength(1)
    expect(await colors('figure .mood')).not.toEqual(await colors('figure .mood-filled'))
  }
  await page.emulateMedia({ forcedColors: 'none', media: 'print' })
  await expect(page.getByRole('button', { name: 'Previous year' })).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  await expect(figure(page, 'Moods in 2026')).toBeVisible()
})

test('when the code of the pictures is lost, the tabs stay', async ({ page }) => {
  await signIn(page)
  const lost = /\/(month|year)-picture-[^/]*\.js$/
  await page.route(lost, (route) => route.abort())
  await page.goto('/progress')
  for (const period of ['Monthly', 'Annual']) {
    await page.getByRole('tab', { name: period }).click()
    const card = page.getByRole('region', { name: `${period} Progress` })
    await expect(card).toContainText("This picture didn't load")
    await expect(card).toContainText('More detailed analytics coming soon')
  }
  await page.unroute(lost)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('figure', { name: /^Moods in/ })).toBeVisible()
})

test('with text of twice the size the tabs fit a narrow phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signInAt(page, '/progress')
  await expect(page.getByRole('tab', { name: 'Annual' })).toBeVisible()
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})
