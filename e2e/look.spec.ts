import { expect, test, type Locator, type Page } from '@playwright/test'
import { signIn, signInAt } from './people'

const boxOf = (target: Locator) => target.evaluate((element) => element.getBoundingClientRect().toJSON())

test('the tile of Lisa is a band with its words beside the microphone', async ({ page }) => {
  await signIn(page)
  const tile = page.getByRole('link', { name: /^Talk to Lisa/ })
  expect((await boxOf(tile)).height).toBeCloseTo(96, -1)
  const { left } = await boxOf(page.getByText('Talk to Lisa'))
  // The ring around the microphone lies 5 px outside.
  expect((await boxOf(tile.locator('svg').locator('..'))).right + 5).toBeLessThan(left)
})

test('the primary button keeps its hue under the mouse', async ({ page }) => {
  await signInAt(page, '/settings')
  const save = page.getByRole('button', { name: 'Save Settings' })
  const colour = () => save.evaluate((button) => getComputedStyle(button).backgroundColor)
  const before = await colour()
  await save.hover()
  // The colour changes over 150 ms.
  await expect.poll(async () => (await colour()).startsWith('oklab') && (await colour())).not.toBe(before)
  await expect.poll(async () => Math.abs(hueOf(await colour()) - hueOf(before))).toBeLessThan(6)
})

function hueOf(colour: string): number {
  const [, a = 0, b = 0] = (colour.match(/-?[\d.]+/g) ?? []).map(Number)
  return colour.startsWith('oklch') ? b : (Math.atan2(b, a) * 180) / Math.PI
}

test('the longest date stands on one line, 360 px wide', async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page)
  const data = { entryDate: '2026-09-30', mood: 'happy' }
  await page.request.post('/api/journal-entries', { data, headers: { Origin: baseURL ?? '' } })
  await page.goto('/journal')
  const date = page.getByText('September 30, 2026')
  await expect(date).toBeVisible()
  expect(await date.evaluate((element) => element.getClientRects().length)).toBe(1)
  expect((await boxOf(date)).height).toBeLessThan(30)
})

test.describe('the icons of forty goals', () => {
  const openGoals = async (page: Page, baseURL = '') => {
    await signIn(page)
    for (let i = 1; i <= 6; i++)
      await page.request.post('/api/goals', {
        data: { title: `Goal ${i}`, timeline: 'monthly' },
        headers: { Origin: baseURL },
      })
    await page.goto('/goals')
    const edit = page.getByRole('button', { name: 'Edit Goal 6' })
    await expect(edit).toBeVisible()
    return { edit, buttons: edit.locator('..') }
  }

  test('show with a mouse on the row or the focus in it, and otherwise not', async ({ page, baseURL }) => {
    const { edit, buttons } = await openGoals(page, baseURL)
    await expect(buttons).toHaveCSS('opacity', '0')
    await page.getByRole('heading', { name: 'Goal 6' }).hover()
    await expect(buttons).toHaveCSS('opacity', '1')
    await page.mouse.move(0, 0)
    await expect(buttons).toHaveCSS('opacity', '0')
    await page.getByRole('checkbox', { name: 'Mark as achieved: Goal 6' }).focus()
    await page.keyboard.press('Tab')
    await expect(edit).toBeFocused()
    await expect(buttons).toHaveCSS('opacity', '1')
  })

  test.describe('by touch', () => {
    test.use({ hasTouch: true, isMobile: true })

    test('are small and faint, and as large to touch as ever', async ({ page, baseURL }) => {
      const { edit, buttons } = await openGoals(page, baseURL)
      await expect(buttons).toHaveCSS('opacity', '1')
      expect((await boxOf(edit.locator('svg'))).width).toBe(16)
      for (const name of ['Edit Goal 6', 'Delete Goal 6']) {
        const { width, height } = await boxOf(page.getByRole('button', { name }))
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
      }
      await edit.tap()
      await expect(page.getByRole('heading', { name: 'Edit Goal' })).toBeVisible()
    })
  })
})

test('the words of a goal are not broken, 195 px wide', async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 195, height: 422 })
  await signIn(page)
  const data = { title: 'A small house by the sea', timeline: 'monthly' }
  await page.request.post('/api/goals', { data, headers: { Origin: baseURL ?? '' } })
  await page.goto('/goals')
  const { width } = await boxOf(page.getByRole('heading', { name: data.title }))
  expect(width).toBeGreaterThan(96)
})

test('dates, days and captions stand whole and apart, 195 px wide', async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 195, height: 422 })
  await page.goto('/')
  expect(await overlaps(page.locator('ul li'))).toBe(false)
  await signIn(page)
  const data = { entryDate: '2026-09-30', mood: 'happy' }
  await page.request.post('/api/journal-entries', { data, headers: { Origin: baseURL ?? '' } })
  await page.goto('/journal')
  const lines = await page.getByText('September 30, 2026').evaluate((date) => {
    const month = document.createRange()
    month.setStart(date.firstChild ?? date, 0)
    month.setEnd(date.firstChild ?? date, 'September'.length)
    return month.getClientRects().length
  })
  expect(lines).toBe(1)

  await page.goto('/progress')
  const circles = page.locator('ol li > span:last-child')
  await expect(circles).toHaveCount(7)
  expect(await overlaps(circles)).toBe(false)

  await page.goto('/settings')
  const card = page.getByRole('region', { name: 'Sign-ins' })
  const pill = await boxOf(card.getByText('This device'))
  expect(pill.right).toBeLessThan((await boxOf(card)).right - 16)
})

const overlaps = (all: Locator) =>
  all.evaluateAll((elements) =>
    elements.some((element, i) => {
      const { right, top } = element.getBoundingClientRect()
      const next = elements[i + 1]?.getBoundingClientRect()
      return element.scrollWidth > element.clientWidth || (next?.top === top && right > next.left)
    }),
  )

test('both of the moods of two words stand on two lines', async ({ page }) => {
  await signInAt(page, '/journal/new')
  const height = async (mood: string) => (await boxOf(page.getByText(mood, { exact: true }))).height
  await expect(page.getByText('Very Sad')).toBeVisible()
  expect(await height('Very Sad')).toBe(await height('Very Happy'))
  expect(await height('Neutral')).toBeLessThan(await height('Very Sad'))
})

test('the timezone begins where the other controls do, and its arrow stands beneath their icons', async ({
  page,
}) => {
  await signInAt(page, '/settings')
  const zone = page.getByLabel('Timezone')
  expect(await zone.evaluate((select) => getComputedStyle(select).appearance)).toBe('none')
  const [box, arrow] = [await boxOf(zone), await boxOf(page.locator('select + svg'))]
  expect(box.right - arrow.right).toBeCloseTo(12, 0)
})
