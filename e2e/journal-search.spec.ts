import type { Locator, Page } from '@playwright/test'
import { addDays } from '../shared/dates'
import { expectNoViolationsInBothColors } from './axe'
import { keyboardOf } from './keyboard'
import { signIn } from './people'
import { expect, test } from './test'

const long = `${'A long walk along the river, and back. '.repeat(60)}Then a lighthouse.`

test.beforeEach(async ({ page, baseURL }) => {
  await signIn(page)
  const days = Array.from({ length: 40 }, (_, i) => addDays('2026-11-20', -i))
  const entries = [
    ...days.map((entryDate, i) => ({
      entryDate,
      dailyEvents: `Day ${i}.`,
      wins: 'Ran.\nSlept.',
      mood: 'happy',
    })),
    { entryDate: '2026-11-21', dailyEvents: long, mood: 'sad' },
    { entryDate: '2023-03-05', gratitude2: 'The Café', dailyEvents: 'We climbed the LIGHTHOUSE.' },
    { entryDate: '2023-03-04', dailyEvents: 'Rain.' },
  ]
  for (const data of entries)
    await page.request.post('/api/journal-entries', { data, headers: { Origin: baseURL ?? '' } })
})

const card = (page: Page, date: string) => page.getByRole('region', { name: date })
const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search your journal' })
const month = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error(`${locator} is not to be seen`)
  return { ...box, bottom: box.y + box.height }
}

test('words are found as they are typed, and an entry leads back to them', async ({ page }) => {
  const { press, type, tabTo, follow } = keyboardOf(page)
  const edit = card(page, 'March 5, 2023').getByRole('button', { name: /^Edit/ })
  await follow(page.getByRole('link', { name: 'Journal', exact: true }), 'Journal')
  await tabTo(searchBox(page))
  await type('cafe light')
  await expect(page.getByText('1 entry found')).toBeVisible()
  await expect(page.locator('mark')).toHaveText(['LIGHT', 'Café'])
  await expect(page).toHaveURL(/\/journal\?q=cafe\+light$/)
  await expectNoViolationsInBothColors(page)

  for (const leave of [
    () => page.goBack(),
    () => press('Control+s'),
    async () => {
      // It is known where the form was opened from after a reload, too.
      await page.reload()
      await tabTo(page.getByRole('button', { name: 'Cancel' }))
      await press('Enter')
    },
  ]) {
    await follow(edit, 'Edit Journal Entry')
    await expect(page.getByRole('button', { name: 'Update Entry' })).toBeEnabled()
    await leave()
    await expect(edit).toBeFocused()
    await expect(page).toHaveURL(/\/journal\?q=cafe\+light$/)
    await expect(searchBox(page)).toHaveValue('cafe light')
    await expect(page.locator('mark')).toHaveText(['LIGHT', 'Café'])
  }

  await tabTo(searchBox(page), 'Shift+Tab')
  await type('cafe light zeppelin')
  await expect(page.getByText('No entries found')).toBeVisible()
  await expectNoViolationsInBothColors(page)
  await press('Tab')
  await expect(page.getByRole('button', { name: 'Clear search' })).toBeFocused()
  await press('Enter')
  await expect(card(page, 'November 20, 2026')).toBeVisible()
  await expect(searchBox(page)).toBeFocused()
  await expect(page).toHaveURL(/\/journal$/)
})

test(
  'the list begins at the month that was chosen, and leads back',
  { tag: '@nightly' },
  async ({ page }) => {
    const { press, tabTo, follow } = keyboardOf(page)
    await follow(page.getByRole('link', { name: 'Journal', exact: true }), 'Journal')
    await expect(month(page, 'November 2026')).toBeVisible()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const jump = page.getByRole('button', { name: 'Jump to month' })
    await tabTo(jump)
    await press('Enter')
    const years = page.getByRole('dialog', { name: 'Jump to month' })
    await expect(years.getByRole('button', { name: 'Nov 2026: 21 entries' })).toBeFocused()
    await expect(years.getByRole('button', { name: 'Apr 2023: no entries' })).toBeDisabled()
    await expectNoViolationsInBothColors(page)
    await press('Escape')
    await expect(jump).toBeFocused()
    await press('Enter', 'ArrowLeft', 'ArrowDown')
    await expect(years.getByRole('button', { name: 'Mar 2023: 2 entries' })).toBeFocused()
    await press('Enter')
    await expect(card(page, 'March 5, 2023')).toBeVisible()
    await expect(month(page, 'November 2026')).toHaveCount(0)
    await expect(page).toHaveURL(/\?month=2023-03$/)
    await expect(jump).toBeFocused()
    expect(asked.filter((url) => url.includes('/api/'))).toHaveLength(1)
    await expectNoViolationsInBothColors(page)

    await tabTo(page.getByRole('button', { name: 'October 2026' }), 'Shift+Tab')
    await press('Enter')
    await expect(card(page, 'October 31, 2026')).toBeVisible()
    await tabTo(page.getByRole('button', { name: 'Newest entries' }))
    await press('Enter')
    await expect(card(page, 'November 20, 2026')).toBeVisible()
    await tabTo(page.getByRole('link', { name: 'Progress', exact: true }), 'Shift+Tab')
  },
)

test('a month is chosen with a finger, too', async ({ page }) => {
  await page.goto('/journal')
  const jump = page.getByRole('button', { name: 'Jump to month' })
  expect((await boxOf(jump)).height).toBeGreaterThanOrEqual(44)
  await jump.click()
  const march = page.getByRole('button', { name: 'Mar 2023: 2 entries' })
  const { width, height } = await boxOf(march)
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  await march.click()
  await expect(card(page, 'March 5, 2023')).toBeVisible()
})

test('the search box stays in its place while it searches', async ({ page }) => {
  await page.goto('/journal')
  await expect(month(page, 'November 2026')).toBeVisible()
  const before = await boxOf(searchBox(page))
  await page.route('**/api/journal-entries?q=*', () => {})
  await searchBox(page).fill('cafe')
  await expect(page.getByRole('search').locator('.spinner')).toBeVisible()
  expect(await boxOf(searchBox(page))).toEqual(before)
})

test('the name of the month stays in sight, and hides nothing that has the focus', async ({ page }) => {
  const { press } = keyboardOf(page)
  await page.goto('/journal')
  const november = month(page, 'November 2026')
  await expect(november).toBeVisible()
  await page.mouse.move(200, 400)
  await expect(async () => {
    await page.mouse.wheel(0, 700)
    await expect(card(page, 'November 10, 2026')).toBeInViewport({ timeout: 500 })
  }).toPass()
  expect((await boxOf(november)).y).toBe(0)
  await expect(page.getByRole('button', { name: 'Jump to month' })).toBeInViewport()

  await card(page, 'November 10, 2026')
    .getByRole('button', { name: /^Delete/ })
    .focus()
  for (let i = 0; i < 8; i++) {
    await press('Shift+Tab')
    expect((await boxOf(page.locator(':focus'))).y).toBeGreaterThanOrEqual((await boxOf(november)).bottom)
  }
})

test('a long entry ends after about twelve lines, around what was found, and opens in place', async ({
  page,
}) => {
  const { press, tabTo } = keyboardOf(page)
  await page.goto('/journal')
  const words = card(page, 'November 21, 2026').getByText('A long walk').locator('..')
  const lines = () => words.evaluate((box) => box.clientHeight / parseFloat(getComputedStyle(box).lineHeight))
  const readOn = page.getByRole('button', { name: 'Read on' })
  await expect(readOn).toHaveCount(1)
  expect(Math.round(await lines())).toBe(12)
  await tabTo(readOn)
  await press('Enter')
  expect(await lines()).toBeGreaterThan(40)
  await press('Enter')
  expect(Math.round(await lines())).toBe(12)

  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    await page.emulateMedia({ reducedMotion })
    await page.goto('/journal?q=lighthouse')
    await expect(page.getByText('2 entries found')).toBeVisible()
    const mark = words.locator('mark')
    await expect(readOn).toBeVisible()
    await expect(async () => {
      const [seen, whole] = [await boxOf(mark), await boxOf(words)]
      expect(seen.y).toBeGreaterThan(whole.y)
      expect(seen.bottom).toBeLessThan(whole.bottom)
    }).toPass()
  }
})
