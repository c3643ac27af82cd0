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
