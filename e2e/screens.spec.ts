import { expect, test, type Page } from '@playwright/test'
import { screens, type ScreenPath } from '../shared/screens'
import { addressOf } from './addresses'
import { signIn } from './people'

/** The words that the specification asks of each screen; of the edit screens when the id is unknown. */
const wordsOf: Record<ScreenPath, (string | RegExp)[]> = {
  '/': [
    /^Good (morning|afternoon|evening), Ana$/,
    /^Have a great/,
    'Talk to Lisa',
    'Your AI companion for daily reflection and goals',
  ],
  '/goals': [
    'Goals',
    'Add Goal',
    '5-Year Vision',
    '2025 Goals',
    / Key Results$/,
    'No long-term goals yet',
    'Add your first 5-year goal',
    'No annual goals yet',
    'Add your first annual goal',
    'No monthly goals yet',
    'Add your first monthly goal',
  ],
  '/goals/new': [
    'Monthly',
    'Annual',
    '5-Year',
    'Goal Title',
    'Goal Description',
    'Why is this important to you?',
    "How will you know you've achieved this?",
    'Create Goal',
  ],
  '/goals/edit/:id': ['Goal not found'],
  '/journal': [
    'Journal',
    'New Entry',
    'Start Your Journey',
    'Begin reflecting on your daily experiences and emotions',
    'Write Your First Entry',
  ],
  '/journal/new': [
    "Today's Journal",
    'Date',
    'How are you feeling?',
    'What are you grateful for today?',
    'What happened today?',
    'What are your wins today?',
    'What went well?',
    'What was challenging?',
    'What was hard today?',
    'What goals did you make progress on?',
    'How did you feel about family/relationships?',
    'Overall reflection',
    'Save Entry',
  ],
  '/journal/edit/:id': ['Journal Entry Not Found', 'Back to Journal'],
  '/voice': [
    'Voice Mode',
    'Talk to your AI assistant to create journal entries and set goals',
    'Tap to start talking',
    'Choose your focus:',
    'Goal Setup Session',
    'Set up meaningful goals across different timelines',
    'Daily Journal Session',
    'Reflect on your day with guided conversation',
  ],
  '/progress': [
    'Weekly',
    'Monthly',
    'Annual',
    'This Week',
    'Journal Consistency',
    '0 of 7 days completed this week',
    'Current Streak',
    'days in a row',
    'Goal: 30 days',
  ],
  '/settings': ['Daily Reminders', 'Phone Reminders', 'API Access', 'About Daily Reminders'],
}

const unknownId = '00000000-0000-4000-8000-000000000000'
const addresses = [
  ...screens.map(({ path }) => ({
    address: addressOf(path, { '/goals/edit/:id': unknownId, '/journal/edit/:id': unknownId }),
    words: wordsOf[path],
  })),
  {
    address: '/nowhere',
    words: ['404 Page Not Found', 'Did you forget to add the page to the router?'],
  },
]

const word = (page: Page, text: string | RegExp) =>
  page.locator('#root').getByText(text, { exact: true }).first()

test('every screen of the route table shows its words', async ({ page }) => {
  const problems: string[] = []
  page.on('console', (message) => {
    // The browser itself reports answers such as 404; whatever the page reports is a fault.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(String(error)))
  await signIn(page)
  for (const { address, words } of addresses) {
    await page.goto(address)
    for (const text of words) await expect(word(page, text), `${address}: ${text}`).toBeVisible()
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
      `${address} scrolls sideways`,
    ).toBe(true)
  }
  expect(problems).toEqual([])
})

test('the column is 420 px wide, and a text may be as long as it likes', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page)
  await page.goto('/journal/new')
  const reflection = page.getByLabel('Overall reflection')
  await expect(reflection).toBeVisible()
  const column = await page.locator('#root > div').first().boundingBox()
  expect([column?.x, column?.width]).toEqual([430, 420])
  for (const area of await page.locator('textarea').all()) {
    expect(await area.getAttribute('maxlength')).toBeNull()
    expect((await area.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  }
  const { height: before = 0 } = (await reflection.boundingBox()) ?? {}
  await reflection.fill('A long day.\n'.repeat(40))
  expect((await reflection.boundingBox())?.height).toBeGreaterThan(before)
})

test('signed out there is the landing page, and nothing else', async ({ page }) => {
  await page.goto('/')
  for (const text of [
    'Build meaningful habits',
    'Set long-term goals, journal daily reflections, and track your progress toward the life you want to live.',
    'Get Started',
    'Sign in to begin your reflection journey',
    'Set Goals',
    'Daily Journal',
    'Track Progress',
  ])
    await expect(word(page, text)).toBeVisible()
  for (const { address } of addresses.slice(1)) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  }
})

test('the tabs lead to their screens, stay active on what lies beneath, and are quiet elsewhere', async ({
  page,
}) => {
  await signIn(page)
  const active = page.getByRole('navigation').locator('[aria-current=page]')
  for (const [tab, path] of [
    ['Goals', '/goals'],
    ['Journal', '/journal'],
    ['Progress', '/progress'],
    ['Home', '/'],
  ] as const) {
    await page.getByRole('navigation').getByRole('link', { name: tab }).click()
    await expect(page).toHaveURL(path)
    await expect(active).toHaveText([tab])
  }
  for (const [path, tab] of [
    ['/goals/new', ['Goals']],
    ['/journal/new', ['Journal']],
    ['/settings', []],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expect(active).toHaveText([...tab])
  }
})

test('goals can be created on each timeline, edited, moved and deleted', async ({ page }) => {
  await signIn(page)
  await page.goto('/goals')
  for (const [timeline, title] of [
    ['5-Year', 'Live by the sea'],
    ['Annual', 'Run a marathon'],
    ['Monthly', 'Read two books'],
  ] as const) {
    await page.getByRole('button', { name: 'Add Goal' }).click()
    await page.getByText(timeline, { exact: true }).click()
    await page.getByLabel('Goal Title').fill(title)
    await page.getByLabel('Goal Description').fill(`About: ${title}`)
    await page.getByRole('button', { name: 'Create Goal' }).click()
    await expect(page.getByText('Goal created successfully').first()).toBeVisible()
    await expect(page.getByText(title, { exact: true })).toBeVisible()
  }
  const card = (name: string | RegExp) => page.getByRole('region', { name })
  await expect(card('5-Year Vision').getByText(/^Created [A-Z][a-z]{2} \d{4}$/)).toBeVisible()
  await expect(card('2025 Goals').getByText('About: Run a marathon')).toBeVisible()
  await expect(card(/Key Results$/).getByText('Read two books', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: /^Edit.*Run a marathon/ }).click()
  await expect(page.getByText('Update your annual goal')).toBeVisible()
  await expect(page.getByLabel('Goal Title')).toHaveValue('Run a marathon')
  await page.getByText('Monthly', { exact: true }).click()
  await page.getByLabel('Goal Title').fill('Run ten kilometres')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Goal updated successfully').first()).toBeVisible()
  await expect(card(/Key Results$/).getByText('Run ten kilometres', { exact: true })).toBeVisible()
  await expect(page.getByText('No annual goals yet')).toBeVisible()

  page.once('dialog', (dialog) => void dialog.dismiss())
  await page.getByRole('button', { name: /^Delete.*Read two books/ }).click()
  await expect(page.getByText('Read two books', { exact: true })).toBeVisible()
  page.once('dialog', (dialog) => {
    expect(dialog.message()).toBe('Are you sure you want to delete this goal?')
    void dialog.accept()
  })
  await page.getByRole('button', { name: /^Delete.*Read two books/ }).click()
  await expect(page.getByText('Goal deleted successfully').first()).toBeVisible()
  await expect(page.getByText('Read two books')).toHaveCount(0)
})

test('progress counts what was written, as soon as it was', async ({ page, baseURL }) => {
  await signIn(page)
  await page.goto('/progress')
  await expect(page.getByText('0 of 7 days completed this week')).toBeVisible()
  await page.getByRole('link', { name: 'Journal' }).click()
  await page
    .getByRole('button', { name: /New Entry|Write Your First Entry/ })
    .first()
    .click()
  // Counted from the day of the form, which is not today any more if midnight passes meanwhile.
  const today = Date.parse(await page.getByLabel('Date', { exact: true }).inputValue())
  for (const daysBefore of [1, 2]) {
    const entryDate = new Date(today - daysBefore * 86_400_000).toISOString().slice(0, 10)
    const headers = { Origin: baseURL ?? '' }
    await page.request.post('/api/journal-entries', { data: { entryDate }, headers })
  }
  await page.getByRole('button', { name: 'Save Entry' }).click()
  await expect(page.getByText('Journal entry saved successfully').first()).toBeVisible()
  await page.getByRole('link', { name: 'Progress' }).click()
  await expect(page.getByText('days in a row')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Current Streak' })).toContainText('3')
  for (const tab of ['Monthly', 'Annual']) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByText(`${tab} Progress`)).toBeVisible()
    await expect(page.getByText('More detailed analytics coming soon')).toBeVisible()
  }
})

test('settings are saved and come back; an API password is added once', async ({ page }) => {
  await signIn(page)
  await page.goto('/settings')
  await expect(page.getByLabel('Reminder time')).toHaveValue('19:00')
  await page.getByLabel('Reminder time').fill('07:30')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText('Your reminder preferences have been updated').first()).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Reminder time')).toHaveValue('07:30')

  const add = page.getByRole('button', { name: /Add.*Password/i })
  await expect(add).toBeDisabled()
  await page.getByLabel(/password/i).fill('12345')
  await add.click()
  await expect(page.getByText('Password must be at least 6 characters long').first()).toBeVisible()
  await page.getByLabel(/password/i).fill('123456')
  await add.click()
  await expect(page.getByText('You can now use JWT authentication for API access').first()).toBeVisible()
  await expect(page.getByText('/api/jwt/journal-entries').first()).toBeVisible()
  await page.reload()
  await expect(page.getByText('/api/jwt/journal-entries').first()).toBeVisible()
  await expect(page.getByLabel(/password/i)).toHaveCount(0)
})
