import type { Page } from '@playwright/test'
import { expectNoViolations, expectNoViolationsInBothColors } from './axe'
import { untilRemembered } from './desk'
import { keyboardOf } from './keyboard'
import { signIn } from './people'
import { expect, test } from './test'

const box = (page: Page, title: string) => page.getByRole('checkbox', { name: `Mark as achieved: ${title}` })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 3, name })
const question = 'Which of these goals do you want to keep?'

type Goal = { title: string; timeline?: string; motivation?: string; successIndicators?: string }

async function openGoals(page: Page, origin: string | undefined, ...goals: Goal[]) {
  await signIn(page)
  for (const goal of goals) {
    const data = { timeline: 'monthly', ...goal }
    await page.request.post('/api/goals', { data, headers: { Origin: origin ?? '' } })
  }
  await page.goto('/goals')
  await expect(page.getByRole('region', { name: '2025 Goals' })).toContainText('No annual goals yet')
}

/** The second day of next month, so that all that was created now is from last month. */
function nextMonth(): Date {
  const now = new Date()
  return new Date(now.getFullYear(), now.getMonth() + 1, 2, 12)
}

/** Those that take less than 44 px by touch, including what they take beyond what is drawn of them. */
const tooSmall = (page: Page) =>
  page
    .getByRole('main')
    .locator('a, button, input')
    .evaluateAll((elements) =>
      elements.flatMap((element) => {
        element.scrollIntoView({ block: 'center' })
        const { x, y, width, height } = element.getBoundingClientRect()
        const takes = (dx: number, dy: number) =>
          element.contains(document.elementFromPoint(x + width / 2 + dx, y + height / 2 + dy))
        const fits = [takes(0, -21), takes(0, 21), takes(-21, 0), takes(21, 0)].every(Boolean)
        return fits ? [] : [element.ariaLabel || element.textContent]
      }),
    )

test('a goal is achieved, folded away, and open again, with the keys alone', async ({ page, baseURL }) => {
  const { press, tabTo } = keyboardOf(page)
  const why = { motivation: 'For my heart', successIndicators: 'Five kilometres' }
  await openGoals(page, baseURL, { title: 'Rest' }, { title: 'Run', ...why })
  await tabTo(button(page, 'Show why: Run'))
  await expect(page.getByText('For my heart')).toHaveCount(0)
  await press('Enter')
  await expect(page.getByText('For my heart')).toBeVisible()
  await expect(page.getByText('Five kilometres')).toBeVisible()

  await tabTo(box(page, 'Run'), 'Shift+Tab')
  await press('Space')
  await expect(box(page, 'Run')).toBeChecked()
  await expect(page.getByText(/^Achieved [A-Z][a-z]+ \d+, \d{4}$/)).toBeVisible()
  await expect(button(page, 'Achieved (1)')).toBeVisible()
  // After a moment it is folded away, and the focus goes on.
  await expect(heading(page, 'Run')).toHaveCount(0)
  await expect(box(page, 'Rest')).toBeFocused()

  await page.reload()
  await expect(heading(page, 'Rest')).toBeVisible()
  await expect(heading(page, 'Run')).toHaveCount(0)
  await tabTo(button(page, 'Achieved (1)'))
  await press('Enter')
  await tabTo(box(page, 'Run'))
  await expect(box(page, 'Run')).toBeChecked()
  await press('Space')
  await expect(box(page, 'Run')).not.toBeChecked()
  await expect(button(page, /^Achieved \(/)).toHaveCount(0)
  await page.reload()
  await expect(box(page, 'Run')).not.toBeChecked()
})

test('a goal that the server does not let be achieved is open again, with a sentence', async ({
  page,
  baseURL,
}) => {
  await openGoals(page, baseURL, { title: 'Run' })
  await page.route('**/api/goals/*', (route) => route.fulfill({ status: 500, json: {} }))
  await box(page, 'Run').click()
  await expect(
    page.getByText("Your change to that goal wasn't saved. Something went wrong").first(),
  ).toBeVisible()
  await expect(box(page, 'Run')).not.toBeChecked()
  await page.unroute('**/api/goals/*')
  await box(page, 'Run').click()
  await expect(button(page, 'Achieved (1)')).toBeVisible()
})

test('a mark waits while Lisa cannot be reached, also across a reload', async ({ page, baseURL }) => {
  await openGoals(page, baseURL, { title: 'Run' })
  await untilRemembered(page)
  let isCut = true
  await page.route('**/api/goals/*', (route) => (isCut ? route.abort() : route.continue()))
  await box(page, 'Run').click()
  await expect(page.getByText('Waiting to send')).toBeVisible()
  await page.reload()
  await button(page, 'Achieved (1)').click()
  await expect(page.getByText('Waiting to send')).toBeVisible()
  isCut = false
  await page.reload()
  await expect(page.getByText('Waiting to send')).toHaveCount(0)
  // What was opened before stays open.
  await expect(box(page, 'Run')).toBeChecked()
  // The list shows the mark before it is sent.
  await expect
    .poll(async () => (await page.request.get('/api/goals')).json())
    .toMatchObject([{ title: 'Run', achievedAt: expect.any(String) }])
  await expect(page.getByText('Waiting to send')).toHaveCount(0)
})

test(
  'from the sixth on the open goals of a card are folded',
  { tag: '@nightly' },
  async ({ page, baseURL }) => {
    const { press, tabTo } = keyboardOf(page)
    await openGoals(page, baseURL, ...Array.from({ length: 34 }, (_, i) => ({ title: `Goal ${34 - i}` })))
    await expect(page.getByRole('checkbox')).toHaveCount(5)
    await tabTo(button(page, 'Show all 34'))
    await press('Enter')
    await expect(page.getByRole('checkbox')).toHaveCount(34)
    await expect(box(page, 'Goal 6')).toBeFocused()
  },
)

test(
  'in the first days of a month one says which goals go on, once',
  { tag: '@nightly' },
  async ({ page, baseURL }) => {
    const { press, tabTo } = keyboardOf(page)
    await openGoals(page, baseURL, { title: 'Sing' }, { title: 'Read' }, { title: 'Run' })
    await expect(page.getByText(question)).toHaveCount(0)
    await page.clock.setFixedTime(nextMonth())
    await page.reload()
    await expect(page.getByText(question)).toBeVisible()
    await expectNoViolations(page)
    await tabTo(button(page, 'Keep: Run'))
    await press('Enter')
    await expect(button(page, 'Keep: Read')).toBeFocused()
    await expect(button(page, 'Undo: Run')).toBeVisible()
    await expect(page.getByText('Kept for')).toBeVisible()
    await page.reload()
    await expect(button(page, 'Keep: Read')).toBeVisible()
    await expect(button(page, 'Keep: Run')).toHaveCount(0)
    await button(page, 'Keep all 2').click()
    await expect(page.getByText('2 goals kept for')).toBeVisible()
    await expect(page.getByText(question)).toHaveCount(0, { timeout: 20_000 })
    await page.reload()
    for (const title of ['Sing', 'Read', 'Run']) await expect(heading(page, title)).toBeVisible()
    await expect(page.getByText(question)).toHaveCount(0)
  },
)

test('axe finds nothing in goals that are opened, achieved and asked about', async ({ page, baseURL }) => {
  const goals = Array.from({ length: 6 }, (_, i) => ({ title: `Goal ${i}`, motivation: 'It matters' }))
  await openGoals(page, baseURL, ...goals, { title: 'Sail', timeline: 'long-term' })
  await box(page, 'Goal 5').click()
  await box(page, 'Sail').click()
  await expect(heading(page, 'Sail')).toHaveCount(0)
  await expectNoViolationsInBothColors(page)
  await page.clock.setFixedTime(nextMonth())
  await page.reload()
  await expect(page.getByText(question)).toBeVisible()
  for (const fold of await button(page, 'Achieved (1)').all()) await fold.click()
  await button(page, 'Show why: Goal 5').click()
  await button(page, 'Show why: Goal 4').click()
  await expectNoViolationsInBothColors(page)
  expect(await tooSmall(page)).toEqual([])
})
