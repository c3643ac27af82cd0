import { expect, test, type Locator, type Page } from '@playwright/test'
import { signIn } from './people'

test.use({ hasTouch: true })

/** A failed save shows a toast and leaves the screen as it is; another one shows the next toast. */
async function openFailing(page: Page) {
  await signIn(page)
  await page.route('**/api/goals', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  )
  await page.goto('/goals/new')
  await page.getByLabel('Goal Title').fill('A goal')
}

const fail = (page: Page) => page.getByRole('button', { name: 'Create Goal' }).click()
const toasts = (page: Page) => page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')

/** From here on time passes only as it is told to. */
const pause = async (page: Page) => page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))

test('one toast at a time; it stays for five seconds', async ({ page }) => {
  await page.clock.install()
  await openFailing(page)
  await pause(page)
  await fail(page)
  await expect(toasts(page)).toHaveCount(1)
  await fail(page)
  await expect(page.getByRole('button', { name: 'Create Goal' })).toBeEnabled()
  await expect(toasts(page)).toHaveCount(1)

  await page.mouse.move(200, 300)
  await page.clock.runFor(6_000)
  await expect(toasts(page)).toHaveCount(0)

  await fail(page)
  await expect(toasts(page)).toHaveAttribute('data-state', 'open')
  await page.clock.runFor(4_900)
  await expect(toasts(page)).toHaveAttribute('data-state', 'open')
  await page.clock.runFor(200)
  await expect(toasts(page)).toHaveCount(0)
})

test('a swipe to the right dismisses it from 50 px on, and F8 takes the focus there', async ({ page }) => {
  await page.clock.install()
  await openFailing(page)
  await pause(page)
  await fail(page)
  await expect(toasts(page)).toHaveCount(1)
  await page.keyboard.press('F8')
  await expect(page.getByRole('region', { name: /Notifications/ }).locator(':focus')).toBeVisible()

  await swipe(page, 30)
  await expect(toasts(page)).toHaveAttribute('data-swipe', 'cancel')
  await expect(toasts(page)).toHaveAttribute('data-state', 'open')
  await swipe(page, 55)
  await expect(toasts(page)).toHaveCount(0)
})

for (const height of [844, 400])
  test(`it is above the bars and covers neither heading nor button, ${height} px high`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height })
    await openFailing(page)
    await fail(page)
    await expect(toasts(page)).toHaveAttribute('data-state', 'open')
    const top = async (place: Locator) => (await place.boundingBox())?.y ?? NaN
    const bar = height < 480 ? page.getByRole('navigation') : page.locator('.sticky-actions')
    await expect
      .poll(async () => (await top(toasts(page))) + ((await toasts(page).boundingBox())?.height ?? NaN))
      .toBeLessThanOrEqual(await top(bar))
    expect(await top(toasts(page))).toBeGreaterThan(height / 2)
  })

test('going to another screen clears it; what a save says stays on the screen that it leads to', async ({
  page,
}) => {
  await openFailing(page)
  await fail(page)
  await expect(toasts(page)).toHaveCount(1)
  await page.getByRole('link', { name: 'Journal' }).click()
  await expect(toasts(page)).toHaveCount(0)

  await page.getByRole('button', { name: 'New Entry' }).click()
  await page.getByRole('button', { name: 'Save Entry' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Journal' })).toBeVisible()
  await expect(toasts(page)).toContainText('Journal entry saved successfully')
  await page.goBack()
  await expect(toasts(page)).toHaveCount(0)
})

async function swipe(page: Page, distance: number) {
  const box = await toasts(page).boundingBox()
  if (!box) throw new Error('There is no toast')
  const [x, y] = [box.x + 40, box.y + box.height / 2]
  const client = await page.context().newCDPSession(page)
  const touch = (type: string, dx?: number) =>
    client.send('Input.dispatchTouchEvent', {
      type: type as 'touchStart',
      touchPoints: dx === undefined ? [] : [{ x: x + dx, y }],
    })
  await touch('touchStart', 0)
  for (let step = 1; step <= 8; step++) await touch('touchMove', (distance * step) / 8)
  await touch('touchEnd')
}
