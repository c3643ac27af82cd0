import { expect, test, type Page } from '@playwright/test'
import { keyboardOf } from './keyboard'
import { signIn } from './people'

// Every journey with the keys alone; writing a day is in accessibility.spec.ts.
test.use({
  timezoneId: 'Europe/Lisbon',
  locale: 'en-US',
})

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

/** Answers the browser's own question, which a keyboard answers with Escape or Enter. */
const answerNext = (page: Page, key: 'Escape' | 'Enter') =>
  page.once('dialog', (dialog) => void (key === 'Enter' ? dialog.accept() : dialog.dismiss()))

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
  await expect(button(page, 'Edit March 11, 2024')).toBeFocused()
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

test('link a goal with a larger one and with a day, and find the day again', async ({ page, baseURL }) => {
  const { press, type, tabTo, follow, expectHeading } = keyboardOf(page)
  await signIn(page)
  await page.clock.setFixedTime(new Date('2026-11-20T12:00:00'))
  const headers = { Origin: baseURL ?? '' }
  const marathon = { title: 'Run a marathon', timeline: 'annual' }
  await page.request.post('/api/goals', { data: marathon, headers })
  // What Home has read before would never grow stale by the clock that stands still.
  await page.goto('/')

  await follow(link(page, 'Goals'), 'Goals')
  await follow(button(page, 'Add Goal'), 'New Goal')
  await tabTo(page.getByLabel('Goal Title'))
  await type('Ten kilometres')
  await tabTo(page.getByLabel('Part of'))
  await type('Run')
  await tabTo(button(page, 'Create Goal'))
  await press('Enter')
  await expectHeading('Goals')
  const monthly = page.getByRole('region', { name: 'November Key Results' })
  await expect(monthly.getByRole('heading', { level: 3, name: 'Part of Run a marathon' })).toBeVisible()

  const [{ id }] = (await (await page.request.get('/api/goals')).json()) as [{ id: string }]
  const earlier = { entryDate: '2026-11-12', dailyEvents: 'Around the lake', goalIds: [id] }
  await page.request.post('/api/journal-entries', { data: earlier, headers })
  await follow(link(page, 'Journal'), 'Journal')
  await follow(button(page, 'New Entry'), "Today's Journal")
  await tabTo(page.getByLabel('What happened today?'))
  await type('Twice around the lake')
  const toggle = button(page, 'Ten kilometres')
  await tabTo(toggle)
  await press('Space', 'Enter', 'Space')
  await expect(toggle).toHaveAttribute('aria-pressed', 'true')
  await tabTo(button(page, 'Save Entry'))
  await press('Enter')
  await expect(page.getByText('Journal entry saved successfully').first()).toBeVisible()

  await follow(link(page, 'Goals'), 'Goals')
  await tabTo(button(page, '2 days in November, last on Friday 20: Ten kilometres'))
  await press('Enter')
  const lastDay = page.getByRole('link', { name: 'November 20, 2026 Twice around the lake' })
  await tabTo(lastDay)
  await press('Enter')
  await expectHeading('November 20, 2026')
  await tabTo(button(page, 'Close'))
  await press('Enter')
  await expect(lastDay).toBeFocused()

  await follow(link(page, 'Progress'), 'Progress')
  await tabTo(page.getByRole('tab', { name: 'Weekly' }))
  await press('ArrowRight')
  const days = page.getByRole('figure', { name: 'Goals in November' }).getByRole('link')
  await tabTo(days.first())
  await press('ArrowRight')
  await expect(days.last()).toBeFocused()
  await expect(days.last()).toHaveAccessibleName('Friday, November 20: Ten kilometres')
  await press('Home')
  await expect(days.first()).toBeFocused()
  await press('Enter')
  await expectHeading('November 12, 2026')
  await tabTo(button(page, 'Close'))
  await press('Enter')
  await expect(days.first()).toBeFocused()
})

for (const [where, path] of [
  ['on Goals', '/goals'],
  ['in the review of a month', '/?review=month'],
] as const)
  test(`decide which goals go on, ${where}`, async ({ page, baseURL }) => {
    const { press, tabTo, follow } = keyboardOf(page)
    await signIn(page)
    for (const title of ['Sail', 'Run', 'Read'])
      await page.request.post('/api/goals', {
        data: { title, timeline: 'monthly' },
        headers: { Origin: baseURL ?? '' },
      })
    const now = new Date()
    await page.clock.setFixedTime(new Date(now.getFullYear(), now.getMonth() + 1, 2, 12))
    await page.goto(path)

    await tabTo(button(page, 'Keep: Read'))
    await press('Enter')
    await expect(button(page, 'Keep: Run')).toBeFocused()
    await tabTo(button(page, 'Undo: Read'), 'Shift+Tab')
    await press('Space')
    await expect(button(page, 'Keep: Read')).toBeFocused()
    await press('Enter')
    await expect(button(page, 'Keep: Run')).toBeFocused()

    await press('Tab')
    await expect(button(page, 'Achieved: Run')).toBeFocused()
    await press('Space')
    await expect(button(page, 'Keep: Sail')).toBeFocused()
    await tabTo(button(page, 'Undo: Run'), 'Shift+Tab')
    await press('Enter')
    await expect(button(page, 'Keep: Run')).toBeFocused()
    await tabTo(button(page, 'Achieved: Run'))
    await press('Enter')
    await expect(button(page, 'Keep: Sail')).toBeFocused()

    await tabTo(button(page, 'Let go: Sail'))
    await press('Space')
    await tabTo(button(page, 'Undo: Sail'))
    await press('Enter')
    await expect(button(page, 'Keep: Sail')).toBeFocused()
    await tabTo(button(page, 'Let go: Sail'))
    await press('Enter')
    await expect(button(page, 'Undo: Sail')).toBeVisible()

    await follow(link(page, 'Journal'), 'Journal')
    await expect
      .poll(async () => (await page.request.get('/api/goals')).json())
      .toMatchObject([
        { title: 'Read', keptOn: expect.any(String), achievedAt: null },
        { title: 'Run', keptOn: null, achievedAt: expect.any(String) },
      ])
  })
