import { expect, test, type Page } from '@playwright/test'
import { keyboardOf } from './keyboard'
import { signIn, somebody } from './people'
import config from './playwright.config'
import { talkingBrowser } from './voice-media'

// Every journey with the keys alone; writing a day is in accessibility.spec.ts.
const { executablePath, args = [] } = config.use?.launchOptions ?? {}
test.use({
  timezoneId: 'Europe/Lisbon',
  locale: 'en-US',
  permissions: ['microphone'],
  launchOptions: { executablePath, args: [...args, ...talkingBrowser()] },
})

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

/** Answers the browser's own question, which a keyboard answers with Escape or Enter. */
const answerNext = (page: Page, key: 'Escape' | 'Enter') =>
  page.once('dialog', (dialog) => void (key === 'Enter' ? dialog.accept() : dialog.dismiss()))

test('sign in from the landing page and look around', async ({ page }) => {
  const { press, type, tabTo, follow, expectHeading } = keyboardOf(page)
  const ana = somebody()
  await page.goto('/')
  await tabTo(button(page, 'Get Started'))
  await press('Enter')
  await expect(page.getByLabel('E-mail')).toBeFocused()
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

test('create a goal, edit it, delete it', async ({ page }) => {
  const { press, type, tabTo, follow, expectHeading } = keyboardOf(page)
  const choice = (name: string) => page.getByRole('radio', { name })
  const title = page.getByLabel('Goal Title')
  await signIn(page)
  await follow(link(page, 'Goals'), 'Goals')
  await follow(button(page, 'Add Goal'), 'New Goal', 'Space')

  await tabTo(choice('Monthly'))
  await press('ArrowRight')
  await expect(choice('Annual')).toBeChecked()
  await tabTo(title)
  await type('Run a marathon')
  await press('Tab')
  await type('Begin with the lake')
  await tabTo(button(page, 'Create Goal'))
  await press('Enter')
  await expectHeading('Goals')
  await expect(page.getByRole('region', { name: '2025 Goals' })).toContainText('Begin with the lake')

  await follow(button(page, 'Edit Run a marathon'), 'Edit Goal')
  await follow(button(page, 'Back'), 'Goals')
  await follow(button(page, 'Edit Run a marathon'), 'Edit Goal', 'Space')
  await tabTo(choice('Annual'))
  await press('ArrowLeft')
  await expect(choice('Monthly')).toBeChecked()
  await tabTo(title)
  // Going to a field selects what is in it; Enter sends the form.
  await type('Run ten kilometres')
  await press('Enter')
  await expectHeading('Goals')
  await expect(page.getByText('No annual goals yet')).toBeVisible()

  const remove = button(page, 'Delete Run ten kilometres')
  await tabTo(remove)
  answerNext(page, 'Escape')
  await press('Enter')
  await expect(remove).toBeFocused()
  answerNext(page, 'Enter')
  await press('Space')
  await expect(page.getByText('Goal deleted successfully').first()).toBeVisible()
  await expect(page.getByText('No monthly goals yet')).toBeVisible()
  // From where the goal was, one goes on.
  await press('Tab')
  await expect(page.getByRole('link', { name: 'Add your first monthly goal' })).toBeFocused()
})

test('edit an entry, and delete one after the other', async ({ page, baseURL }) => {
  const { press, type, tabTo, follow, expectHeading } = keyboardOf(page)
  await signIn(page)
  for (const entryDate of ['2024-03-10', '2024-03-11'])
    await page.request.post('/api/journal-entries', {
      data: { entryDate, mood: 'happy', wins: 'A page' },
      headers: { Origin: baseURL ?? '' },
    })
  await follow(link(page, 'Journal'), 'Journal')
  await follow(button(page, 'Edit March 11, 2024'), 'Edit Journal Entry')
  await tabTo(page.getByLabel('Date'))
  await tabTo(page.getByRole('radio', { name: 'Happy', exact: true }))
  await press('ArrowLeft')
  await tabTo(page.getByLabel('Overall reflection'))
  await type('Two lines,')
  await press('Enter')
  await type('no mouse.')
  await tabTo(button(page, 'Cancel'))
  await tabTo(button(page, 'Update Entry'))
  await press('Enter')
  await expectHeading('Journal')
  const card = page.getByRole('region', { name: 'March 11, 2024' })
  await expect(card.getByRole('img', { name: 'Neutral' })).toBeVisible()
  await expect(card.getByText('Two lines,\nno mouse.')).toBeVisible()

  const remove = button(page, 'Delete March 11, 2024')
  await tabTo(remove)
  answerNext(page, 'Escape')
  await press('Space')
  await expect(remove).toBeFocused()
  answerNext(page, 'Enter')
  await press('Enter')
  await expect(card).toHaveCount(0)
  await expect(button(page, 'Edit March 10, 2024')).toBeFocused()
  await press('Tab')
  await expect(button(page, 'Delete March 10, 2024')).toBeFocused()
  answerNext(page, 'Enter')
  await press('Enter')
  await expect(page.getByText('Journal entry deleted successfully')).toHaveCount(2)
  await expect(page.getByText('Start Your Journey')).toBeVisible()
  await expectHeading('Journal')
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

test('have an e-mail every morning at home', async ({ page }) => {
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
