import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { expectNoViolations } from './axe'
import { signIn, signInAt } from './people'

const card = (page: Page) => page.getByRole('region', { name: 'Your data' })
const button = (page: Page, name: string | RegExp) => card(page).getByRole('button', { name })
const words = 'Walked home 🌙 אחרי הגשם'

async function write(page: Page, entryDate: string, wins: string) {
  const headers = { Origin: new URL(page.url()).origin }
  const data = { entryDate, wins, mood: 'happy', overallReflection: `${entryDate}\n${words}` }
  expect((await page.request.post('/api/journal-entries', { headers, data })).status()).toBe(201)
}

async function choose(page: Page, opener: Locator, name: string, content: string | Buffer) {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), opener.click()])
  await chooser.setFiles({ name, mimeType: '', buffer: Buffer.from(content) })
}

/** By keyboard, as everything else here can be done. */
async function press(page: Page, name: string | RegExp) {
  await button(page, name).focus()
  await page.keyboard.press('Enter')
}

const entriesOf = async (page: Page) => {
  const rows = await (await page.request.get('/api/journal-entries')).json()
  return rows.map(({ id: _id, userId: _userId, ...row }: Record<string, unknown>) => row)
}

test('what was exported is all there again after the account was deleted and begun anew', async ({
  page,
}) => {
  const person = await signIn(page)
  await write(page, '2024-02-29', 'A leap day')
  await write(page, '2026-11-20', words)
  const headers = { Origin: new URL(page.url()).origin }
  await page.request.post('/api/goals', { headers, data: { title: 'Read two books', timeline: 'monthly' } })
  const before = await entriesOf(page)

  await page.goto('/settings')
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Export everything')])
  expect(download.suggestedFilename()).toMatch(/^lisa-\d{4}-\d{2}-\d{2}\.zip$/)
  await expect(card(page).getByText("is in your browser's downloads")).toBeVisible()
  const zip = await readFile(await download.path())

  await press(page, 'Delete account')
  await expect(card(page).getByRole('heading', { name: 'Delete account' })).toBeFocused()
  await expectNoViolations(page)
  await page.getByLabel('Email').fill('somebody@example.org')
  await page.keyboard.press('Enter')
  await expect(card(page).getByText("This isn't the email address of your account.")).toBeVisible()
  await page.getByLabel('Email').fill(person.email.toUpperCase())
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your account was deleted')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Build meaningful habits' })).toBeVisible()
  expect((await page.request.get('/api/auth/user')).status()).toBe(401)

  await signIn(page, person)
  expect(await entriesOf(page)).toEqual([])
  await page.goto('/settings')
  await choose(page, button(page, 'Import'), 'lisa.zip', zip)
  await expect(card(page).getByText('Lisa: 2 entries from 2024 to 2026 and 1 goal.')).toBeVisible()
  expect(await entriesOf(page)).toEqual([])
  await expectNoViolations(page)
  await press(page, /^Import 2 entries/)
  await expect(card(page).getByText('2 entries and 1 goal imported from Lisa.')).toBeVisible()
  expect(await entriesOf(page)).toEqual(before)

  await choose(page, button(page, 'Choose another file'), 'lisa.zip', zip)
  await expect(card(page).getByText('There is nothing to import.')).toBeVisible()
  await button(page, 'Choose another file').waitFor()
  await page.goto('/goals')
  await expect(page.getByText('Read two books', { exact: true })).toBeVisible()
})

test('a file of another app fills in what is there, and says what it leaves out', async ({ page }) => {
  await signIn(page)
  await write(page, '2026-11-20', 'Written here')
  await page.goto('/journal')
  await expect(page.getByText('Written here')).toBeVisible()
  await page.goto('/settings')
  const csv = 'date,mood,text\n2026-11-20,good,Written there\n2026-11-19,,Only there\n,,Without a date\n'
  await choose(page, button(page, 'Import'), 'diary.csv', csv)
  await expect(card(page).getByText(/2 entries from 2026\./)).toBeVisible()
  await expect(card(page).getByText('1 day already has an entry and will be filled in.')).toBeVisible()
  await expect(card(page).getByRole('list', { name: /^Left out or changed/ })).toContainText('line 4')
  await press(page, 'Import 2 entries')
  await expect(card(page).getByText(/^2 entries imported/)).toBeVisible()
  await press(page, 'Open your journal')
  for (const text of ['Written here', 'Written there', 'Only there'])
    await expect(page.getByText(text)).toBeVisible()
})

test('a file that Lisa does not know is refused with a sentence', async ({ page }) => {
  await signInAt(page, '/settings')
  await choose(page, button(page, 'Import'), 'photo.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 1, 2, 3]))
  await expect(card(page).getByRole('alert')).toContainText('photo.jpg was not imported')
  await expect(card(page).getByRole('alert')).toContainText('Day One')
  await expect(button(page, 'Choose another file')).toBeVisible()
  expect(await entriesOf(page)).toEqual([])
})

test('a deletion signs out the windows of this browser and the other browsers', async ({
  page,
  context,
  browser,
}) => {
  const person = await signIn(page)
  const window = await context.newPage()
  await window.goto('/journal/new')
  await window.getByLabel('What are your wins today?').fill('A word that goes')
  const elsewhere = await (await browser.newContext()).newPage()
  await signIn(elsewhere, person)
  await page.goto('/settings')
  await press(page, 'Delete account')
  await page.getByLabel('Email').fill(person.email)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your account was deleted')).toBeVisible()
  await expect(window.getByRole('heading', { name: 'Build meaningful habits' })).toBeVisible()
  expect(await window.evaluate(() => JSON.stringify(localStorage))).not.toContain('A word that goes')
  expect((await elsewhere.request.get('/api/auth/user')).status()).toBe(401)
})
