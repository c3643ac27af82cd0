import { expectNoViolations, expectNoViolationsInBothColors } from './axe'
import { keyboardOf } from './keyboard'
import { signIn } from './people'
import { installed } from './service-worker'
import {
  deviceCard,
  cutOff,
  expectNothingKept,
  failed,
  openJournal,
  stored,
  switchOn,
  toggle,
  writeEntries,
} from './stored-entries'
import { expect, test } from './test'

const keptLine = /^As kept on this device on /

test('the newest 30 entries are kept once asked for, and read and opened by keyboard without a network', async ({
  page,
  context,
}) => {
  const { press, tabTo, follow } = keyboardOf(page)
  await signIn(page)
  await writeEntries(page, 31)
  await page.goto('/journal')
  await expect(page.getByText('Word 0.')).toBeVisible()
  expect(await stored(page)).not.toContain('Word 0.')

  await page.goto('/settings')
  await expect(toggle(page)).not.toBeChecked()
  await toggle(page).focus()
  await press('Space')
  await expect(deviceCard(page).getByText(/^30 entries are kept, as of /)).toBeVisible()
  await expect(toggle(page)).toBeFocused()
  await expectNoViolations(page)
  const everything = await stored(page)
  expect(everything).toContain('Word 29.')
  expect(everything).not.toContain('Word 30.')
  await page.reload()
  await expect(toggle(page)).toBeChecked()

  await cutOff(page)
  await follow(page.getByRole('link', { name: 'Journal', exact: true }), 'Journal')
  await expect(page.getByText(keptLine)).toBeVisible()
  await expect(page.getByText('Word 0.')).toBeVisible()
  await expect(page.getByText(failed)).toHaveCount(0)
  await expectNoViolations(page)
  await tabTo(page.getByRole('button', { name: 'Edit March 31, 2026' }))
  await press('Enter')
  await expect(page.getByLabel('What are your wins today?')).toHaveValue('Word 0.')

  await page.goBack()
  await expect(page.getByText(keptLine)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(keptLine)).toHaveCount(0)
  await expect(page.getByText('Word 0.')).toBeVisible()
})

test.describe("with the app's code on this device, too", () => {
  test.use({ serviceWorkers: 'allow' })

  test('Home and the goals are read without a network, too', async ({ page, context }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await signIn(page)
    const headers = { Origin: new URL(page.url()).origin }
    const entryDate = await page.evaluate(() => new Date().toLocaleDateString('en-CA'))
    await page.request.post('/api/journal-entries', { headers, data: { entryDate, wins: 'Ran.' } })
    await page.request.post('/api/goals', { headers, data: { title: 'Run a marathon', timeline: 'annual' } })
    await switchOn(page)
    await installed(page)
    await cutOff(page, '/progress')
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    const today = page.getByRole('region', { name: 'Today' })
    await expect(today.getByText(keptLine)).toBeVisible()
    await expect(today.getByRole('link', { name: 'Ran.' })).toBeVisible()
    await expect(today.getByRole('link', { name: 'Write' })).toHaveCount(0)
    await expectNoViolationsInBothColors(page)
    await page.getByRole('link', { name: 'Goals', exact: true }).click()
    await expect(page.getByText(keptLine)).toBeVisible()
    await page.getByRole('checkbox', { name: 'Mark as achieved: Run a marathon' }).click()
    await expect(page.getByText('Waiting to send')).toBeVisible()
    await expectNoViolationsInBothColors(page)
    await context.setOffline(false)
    await expect(page.getByText(keptLine)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Achieved (1)' })).toBeVisible()
  })
})

test('what is saved is kept in its newest form', async ({ page }) => {
  await signIn(page)
  await writeEntries(page, 2)
  await switchOn(page)
  await page.goto('/journal/new?date=2026-03-31')
  await page.getByLabel('What are your wins today?').fill('Another word.')
  await page.getByRole('button', { name: 'Update Entry' }).click()
  await expect(page.getByText('Another word.')).toBeVisible()
  await expect.poll(() => stored(page)).toContain('Another word.')
  await expectNothingKept(page)
  await cutOff(page)
  await openJournal(page)
  await expect(page.getByText('Another word.')).toBeVisible()
  await expect(page.getByText('Word 1.')).toBeVisible()
})

test('switched off, nothing is left, and without a network nothing is shown', async ({ page }) => {
  await signIn(page)
  await writeEntries(page, 1)
  await switchOn(page)
  await toggle(page).click()
  await expect(toggle(page)).not.toBeChecked()
  await expectNothingKept(page)
  await cutOff(page)
  await openJournal(page)
  await expect(page.getByText(failed)).toBeVisible()
})
