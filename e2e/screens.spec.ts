import { expect, test, type Page } from '@playwright/test'
import { screens, type ScreenPath } from '../shared/screens'
import { addressOf } from './addresses'
import { signIn, signInAt } from './people'

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
  '/settings': ['Daily Reminders', 'Phone Reminders', 'API Access', 'Sign-ins', 'About Daily Reminders'],
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
  await signInAt(page, '/journal/new')
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
