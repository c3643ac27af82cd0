import { signInAt } from './people'
import { expect, test } from './test'

test('goals can be created on each timeline, edited, moved and deleted', async ({ page }) => {
  await signInAt(page, '/goals')
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
  await signInAt(page, '/progress')
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
  await signInAt(page, '/settings')
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
  await page.getByLabel(/password/i).fill('a long password')
  await add.click()
  await expect(page.getByText('You can now use JWT authentication for API access').first()).toBeVisible()
  await expect(page.getByText('/api/jwt/journal-entries').first()).toBeVisible()
  await page.reload()
  await expect(page.getByText('/api/jwt/journal-entries').first()).toBeVisible()
  await expect(page.getByLabel(/password/i)).toHaveCount(0)
})
