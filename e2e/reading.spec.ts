import { expect, test } from '@playwright/test'
import { addDays } from '../shared/dates'
import { expectNoViolationsInBothColors } from './axe'
import { lastDays, openHome, today, writeToday } from './home'
import { keyboardOf } from './keyboard'
import { signIn, signInAt } from './people'

test.use({ timezoneId: 'UTC' })

const hostile = '[x](javascript:alert(1)) <img src=x onerror=alert(1)>'

test('a day is found, read, turned and edited, and each way back is where one was', async ({ page }) => {
  const { press, type, tabTo, follow, expectHeading } = keyboardOf(page)
  await signIn(page)
  await writeToday(page, { entryDate: '2024-03-02', dailyEvents: 'Rain.' })
  await writeToday(page, {
    entryDate: '2024-03-03',
    mood: 'happy',
    dailyEvents: `# The weir\n\nHow *loud* it is. ${hostile}\n\n- a feather\n- [a map](https://example.org/)`,
    wins: 'Fog and sun',
  })
  await writeToday(page, { entryDate: '2026-01-05', wins: 'Snow' })

  await page.goto('/journal')
  await tabTo(page.getByRole('searchbox'))
  await type('weir')
  await expect(page.getByText('1 entry found')).toBeVisible()
  const hit = page.getByRole('link', { name: 'March 3, 2024' })
  await follow(hit, 'March 3, 2024')
  await expect(page).toHaveURL('/journal?day=2024-03-03')
  await expect(page.locator('em')).toHaveText('loud')
  await expect(page.getByRole('heading', { level: 2, name: 'The weir' })).toBeVisible()
  await expect(page.getByText(hostile)).toBeVisible()
  await expect(page.locator('article a[target]')).toHaveAttribute('href', 'https://example.org/')
  await expect(page.locator('article img:not([role])')).toHaveCount(0)
  await expectNoViolationsInBothColors(page)

  await press('ArrowRight')
  await expectHeading('January 5, 2026')
  await expect(page.getByText('Snow')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Next day' })).toHaveCount(0)
  await follow(page.getByRole('link', { name: 'Previous day' }), 'March 3, 2024')

  const edit = page.getByRole('button', { name: 'Edit March 3, 2024' })
  await follow(edit, 'Edit Journal Entry')
  await expect(page.getByLabel('What happened today?')).toHaveValue(/^# The weir\n\nHow \*loud\*/)
  await tabTo(page.getByRole('button', { name: 'Cancel' }))
  await press('Enter')
  await expect(edit).toBeFocused()
  await expect(page).toHaveURL('/journal?day=2024-03-03')
  await press('Enter')
  await page.getByLabel('What are your wins today?').fill('Fog, sun and rain')
  await press('Control+s')
  await expect(page.getByText('Fog, sun and rain')).toBeVisible()
  await expect(page).toHaveURL('/journal?day=2024-03-03')
  await expect(edit).toBeFocused()

  await tabTo(page.getByRole('article').getByRole('button', { name: 'Close' }))
  await press('Enter')
  await expect(page).toHaveURL('/journal?q=weir')
  await expect(hit).toBeFocused()

  // Moved to another day it is read there.
  await follow(hit, 'March 3, 2024')
  await follow(edit, 'Edit Journal Entry')
  await page.getByLabel('Date').fill('2024-03-04')
  await press('Control+s')
  await expect(page).toHaveURL('/journal?day=2024-03-04')
  await expect(page.getByText('Fog, sun and rain')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit March 4, 2024' })).toBeFocused()
  await page.goBack()
  await expect(page).toHaveURL('/journal?q=weir')
  await expect(page.getByRole('link', { name: 'March 4, 2024' })).toBeVisible()
})

test('Home leads to reading the last days, and to writing those that were missed', async ({ page }) => {
  await signIn(page)
  const yesterday = addDays(today, -1)
  await writeToday(page, { entryDate: yesterday, mood: 'happy', wins: 'Fog and sun' })
  await openHome(page)
  await lastDays(page)
    .getByRole('link', { name: /: Happy$/ })
    .click()
  await expect(page.getByText('Fog and sun')).toBeVisible()
  await expect(page).toHaveURL(`/journal?day=${yesterday}`)
  await page.getByRole('button', { name: 'Close' }).click()
  await lastDays(page).getByRole('link').first().click()
  await expect(page).toHaveURL(`/journal/new?date=${addDays(today, -6)}`)
})

test('ten years are gone through in lines, a dozen on the screen of a phone', async ({ page }) => {
  await signIn(page)
  for (let day = 10; day <= 30; day++)
    await writeToday(page, {
      entryDate: `2024-03-${day}`,
      mood: 'neutral',
      wins: `Words of day ${day}, and some more of them`,
    })
  await page.goto('/journal')
  await page.getByRole('button', { name: 'Lines' }).click()
  const line = page.getByRole('link', { name: 'Wed, Mar 20 Neutral Words of day 20' })
  await expect(line).toBeInViewport()
  const days = page.locator('#content').getByRole('listitem')
  const { bar, bottoms } = {
    bar: (await page.getByRole('navigation', { name: 'Main' }).boundingBox())?.y ?? 0,
    bottoms: await days.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().bottom)),
  }
  expect(bottoms.filter((bottom) => bottom <= bar).length).toBeGreaterThanOrEqual(12)
  await expectNoViolationsInBothColors(page)
  await line.click()
  await expect(page.getByRole('heading', { level: 1, name: 'March 20, 2024' })).toBeFocused()
  await page.goBack()
  await expect(line).toBeFocused()
  await page.setViewportSize({ width: 195, height: 422 })
  await expect(line).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(195)
  await page.getByRole('button', { name: 'Days' }).click()
  await expect(page.getByRole('region', { name: 'March 30, 2024' })).toBeVisible()
})

test('a day without an entry says so and is written', async ({ page }) => {
  await signInAt(page, '/journal?day=2024-03-04')
  await expect(page.getByText('Nothing written on Monday, March 4, 2024')).toBeVisible()
  await expectNoViolationsInBothColors(page)
  await page.getByRole('link', { name: 'Write this day' }).click()
  await page.getByLabel('What happened today?').fill('A letter')
  await page.getByRole('button', { name: 'Save Entry' }).click()
  await expect(page.getByText('A letter')).toBeVisible()
  await expect(page).toHaveURL('/journal?day=2024-03-04')
})

test('at 200 % zoom of a phone nothing of a day is cut off', async ({ page }) => {
  await page.setViewportSize({ width: 195, height: 422 })
  await signIn(page)
  await writeToday(page, { entryDate: '2024-03-02', wins: 'm'.repeat(300) })
  await writeToday(page, {
    entryDate: '2024-09-13',
    wins: `- ${'m'.repeat(300)}\n> https://example.org/${'m'.repeat(99)}`,
  })
  await writeToday(page, { entryDate: '2024-09-14', wins: 'Rain' })
  await page.goto('/journal?day=2024-09-13')
  await expect(page.getByRole('link', { name: 'Next day' })).toBeVisible()
  await expect(page.getByText('mmm').first()).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(195)
})
