import { expect, test, type Page } from '@playwright/test'
import { expectNoViolations } from './axe'
import { keyboardOf } from './keyboard'
import { signIn, signInAt, somebody } from './people'
import { talking } from './voice-screen'

// Every journey with the keys alone; writing a day is in accessibility.spec.ts.
test.use({
  timezoneId: 'Europe/Lisbon',
  locale: 'en-US',
  ...talking,
})

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

test('sign in from the landing page and look around', async ({ page }) => {
  const { press, type, tabTo, follow, expectHeading } = keyboardOf(page)
  const ana = somebody()
  await page.goto('/')
  await tabTo(button(page, 'Get Started'))
  await press('Enter')
  await expect(page.getByLabel('Email')).toBeFocused()
  await type(ana.email)
  await press('Tab')
  await type(ana.firstName)
  await press('Tab')
  await type(ana.lastName)
  await tabTo(button(page, 'Sign in'))
  await press('Space')
  await expect(page.getByRole('heading', { name: `, ${ana.firstName}` })).toBeVisible()

  for (const tab of ['Goals', 'Journal', 'Progress']) await follow(link(page, tab), tab)
  await follow(link(page, 'Home'), /^Good /)
  await follow(page.getByRole('link', { name: 'Talk to Lisa' }), 'Voice Mode')
  await tabTo(link(page, 'Lisa'), 'Shift+Tab')
  await press('Enter')
  await expectHeading(/^Good /)
})

test('look at the periods of the progress', async ({ page }) => {
  const { press, tabTo, follow } = keyboardOf(page)
  const tab = (name: string) => page.getByRole('tab', { name })
  await signIn(page)
  await follow(link(page, 'Progress'), 'Progress')
  await tabTo(tab('Weekly'))
  for (const period of ['Monthly', 'Annual']) {
    await press('ArrowRight')
    await expect(tab(period)).toBeFocused()
    await expect(page.getByText(`${period} Progress`)).toBeVisible()
  }
  await press('ArrowRight')
  await expect(page.getByText('Current Streak')).toBeVisible()
  await press('ArrowLeft')
  await expect(tab('Annual')).toHaveAttribute('aria-selected', 'true')
  await press('Tab')
  await expect(page.getByRole('tabpanel')).toBeFocused()
})

test('have an email every morning at home', async ({ page }) => {
  const { press, type, tabTo, follow } = keyboardOf(page)
  const daily = page.getByRole('switch', { name: 'Enable daily reminders' })
  const time = page.getByLabel('Reminder Time')
  const zone = page.getByLabel('Timezone')
  const save = button(page, 'Save Settings')
  await signIn(page)
  await tabTo(button(page, 'Account'))
  await press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeFocused()
  await press('Escape')
  await expect(button(page, 'Account')).toBeFocused()
  await press('Enter', 'Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeFocused()

  await tabTo(daily)
  await press('Space')
  await expect(time).toHaveCount(0)
  await press('Space')
  await expect(daily).toBeChecked()
  await tabTo(time)
  await type('0730')
  await press('ArrowDown')
  await expect(time).toHaveValue('07:30')
  await tabTo(zone)
  await type('Tokyo')
  await expect(zone).toHaveValue('Asia/Tokyo')
  await tabTo(button(page, 'Use my timezone'))
  await press('Enter')
  await expect(zone).toHaveValue('Europe/Lisbon')
  await expect(zone).toBeFocused()
  await tabTo(save)
  await press('Enter')
  await expect(page.getByText('Your reminder preferences have been updated').first()).toBeVisible()
  await expect(save).toBeFocused()

  await page.reload()
  await expect(time).toHaveValue('07:30')
  await expect(zone).toHaveValue('Europe/Lisbon')
  await follow(link(page, 'Home'), /^Good /)
})

test('skip to the content, and reach the bottom bar from a long form', async ({ page }) => {
  const { press, tabTo } = keyboardOf(page)
  await signInAt(page, '/journal/new')
  await expect(button(page, 'Save Entry')).toBeVisible()
  await press('Tab')
  await expect(link(page, 'Skip to content')).toBeFocused()
  await expect(link(page, 'Skip to content')).toBeInViewport()
  for (let presses = 0; presses < 4; presses++) await press('Tab')
  await expect(link(page, 'Goals')).toBeFocused()

  await tabTo(link(page, 'Skip to content'), 'Shift+Tab')
  await press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await press('Tab')
  await expect(button(page, 'Close')).toBeFocused()
})

test('the ring around a tab leaves its underline in sight, and a tap leaves no ring', async ({ page }) => {
  const { tabTo } = keyboardOf(page)
  const tab = (name: string) => page.getByRole('tab', { name })
  const outline = (name: string) =>
    tab(name).evaluate((element) => {
      const { outlineStyle, outlineOffset, outlineWidth, borderBottomWidth } = getComputedStyle(element)
      const px = [outlineOffset, outlineWidth, borderBottomWidth].map(parseFloat)
      return { outlineStyle, px }
    })
  await signInAt(page, '/progress')
  await tabTo(tab('Weekly'))
  const { px } = await outline('Weekly')
  const [offset = 0, width = 0, underline = 0] = px
  expect(-offset - width).toBeGreaterThanOrEqual(underline)
  await tab('Annual').click()
  expect((await outline('Annual')).outlineStyle).toBe('none')
})

test('sign out from the account menu', async ({ page }) => {
  const { press, tabTo } = keyboardOf(page)
  await signIn(page)
  await tabTo(button(page, 'Account'))
  await press('Space')
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeFocused()
  await press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeFocused()
  await press('Enter')
  await expect(page.getByRole('heading', { name: 'Build meaningful habits' })).toBeVisible()
  await tabTo(button(page, 'Get Started'))
})

test('begin a talk with Lisa and end it', async ({ page }) => {
  const { press, tabTo, follow } = keyboardOf(page)
  await signIn(page)
  await follow(page.getByRole('link', { name: 'Talk to Lisa' }), 'Voice Mode')
  await tabTo(button(page, 'Goal Setup Session'))
  await tabTo(button(page, 'Tap to start talking'), 'Shift+Tab')
  await press('Enter')
  const stop = button(page, 'Listening - Tap to stop')
  await expect(stop).toBeFocused()
  await tabTo(page.getByRole('group', { name: 'Captions' }))
  await tabTo(stop, 'Shift+Tab')
  const reloaded = page.waitForEvent('load')
  await press('Space')
  await reloaded
  await expect(button(page, 'Tap to start talking')).toBeVisible()
})

test('single keys write, search, tell, and read a list with long entries to the end', async ({
  page,
  baseURL,
}) => {
  const { press, type, expectHeading } = keyboardOf(page)
  await signIn(page)
  const long = Array.from({ length: 80 }, (_, i) => `Line ${i}`).join('\n')
  for (const [entryDate, wins] of [
    ['2026-09-30', long],
    ['2026-09-29', 'Short'],
  ])
    await page.request.post('/api/journal-entries', {
      data: { entryDate, wins },
      headers: { Origin: baseURL ?? '' },
    })
  await page.goto('/')
  // Their code is loaded when the browser is idle.
  await expect(page.locator('dialog')).toBeAttached()
  await press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await type('n/?')
  await expect(page.getByRole('searchbox')).toHaveValue('n/?')
  await page.getByRole('searchbox').fill('')
  await expect(page).toHaveURL('/journal')
  await expect(page.getByText('September 30, 2026')).toBeVisible()

  await button(page, 'Read on').click()
  const here = (date: string) => page.locator('[data-row]:focus-within', { hasText: date })
  await expect(here('September 30, 2026')).toBeVisible()
  // As long as there is more to read of an entry, the arrows scroll.
  for (let presses = 0; presses < 100 && (await here('September 29, 2026').count()) === 0; presses++)
    await press('ArrowDown')
  await expect(here('September 29, 2026')).toBeFocused()
  await expect(page.getByText('Line 79')).toBeInViewport()
  await press('ArrowUp')
  await expect(here('September 30, 2026')).toBeFocused()

  await press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(dialog).toBeVisible()
  await expectNoViolations(page)
  await press('n')
  await expect(page).toHaveURL('/journal')
  await press('Escape')
  await expect(dialog).toBeHidden()
  await press('n')
  await expectHeading("Today's Journal")
})
