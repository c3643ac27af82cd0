import { expect, test, type Locator, type Page } from '@playwright/test'
import { signIn, signInAt } from './people'

/** All of the field that `text` belongs to is between the top of the window and the bar of the form's button. */
async function expectInSight(page: Page, text: string) {
  const field = page.locator('[data-field]', { has: page.getByText(text) })
  await expect(field.getByText(text)).toBeVisible()
  const top = async (box: Locator) => (await box.boundingBox())?.y ?? NaN
  await expect.poll(() => top(field)).toBeGreaterThanOrEqual(0)
  const bar = page.locator('.sticky-actions')
  await expect
    .poll(async () => (await top(field)) + ((await field.boundingBox())?.height ?? NaN))
    .toBeLessThanOrEqual(await top(bar))
  await expect(field.locator('input, textarea')).toBeFocused()
}

/** The server finds a fault in one field of what is sent. */
const refuse = (page: Page, url: string, path: string) =>
  page.route(url, (route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({
          status: 400,
          json: { message: 'Not this', errors: [{ path, message: 'Not this' }] },
        }),
  )

for (const height of [844, 664, 568])
  test(
    `a number that is refused says so in sight, ${height} px high`,
    { tag: height > 568 ? '@nightly' : [] },
    async ({ page }) => {
      await page.setViewportSize({ width: 390, height })
      await signInAt(page, '/settings')
      await page.getByRole('switch', { name: 'Enable phone reminders' }).click()
      await page.getByLabel('Phone Number').fill('12')
      await page.getByRole('button', { name: 'Save Settings' }).click()
      await expectInSight(page, 'Phone number must be in E.164 format (+1234567890)')
      const places = await Promise.all(
        ['Phone number must be', 'Include the country code'].map((text) =>
          page.getByText(text).boundingBox(),
        ),
      )
      expect(places[0]?.y).toBeLessThan(places[1]?.y ?? NaN)
    },
  )

test('so does the last field of an entry, and of a goal, when the server refuses it', async ({ page }) => {
  await signIn(page)
  await refuse(page, '**/api/journal-entries', 'overallReflection')
  await page.goto('/journal/new')
  await page.getByRole('button', { name: 'Save Entry' }).click()
  await expectInSight(page, 'Not this')

  await page.setViewportSize({ width: 390, height: 568 })
  await refuse(page, '**/api/goals', 'successIndicators')
  await page.goto('/goals/new')
  await page.getByLabel('Goal Title').fill('Run')
  await page.getByRole('button', { name: 'Create Goal' }).click()
  await expectInSight(page, 'Not this')
})

test('and a required title above the window', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 568 })
  await signInAt(page, '/goals/new')
  await page.getByLabel("How will you know you've achieved this?").fill('By the medal')
  await page.mouse.wheel(0, 2_000)
  await page.getByRole('button', { name: 'Create Goal' }).click()
  await expectInSight(page, 'Title is required')
})
