import type { BrowserContext, Page } from '@playwright/test'
import { fillInSignIn, signIn, somebody } from './people'
import { expect, test } from './test'

const landing = 'Build meaningful habits'
const wins = 'What are your wins today?'

async function write(page: Page, words: string) {
  await page.goto('/journal/new')
  await page.getByLabel(wins).fill(words)
}

async function signOut(page: Page) {
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: landing })).toBeVisible()
}

const storedDrafts = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('lisa:draft:')))

async function entriesOf(context: BrowserContext) {
  const answer = await context.request.get('/api/journal-entries')
  expect(answer.status()).toBe(200)
  return (await answer.json()) as unknown[]
}

test('signing out in one window empties the others, and signing in shows them whose they are now', async ({
  page: first,
  context,
}) => {
  await signIn(first)
  await write(first, 'Words of Ana')
  await first.getByRole('link', { name: 'Goals' }).click()
  await expect(first.getByRole('heading', { name: 'Goals', level: 1 })).toBeVisible()
  const second = await context.newPage()
  await second.goto('/')
  await signOut(second)
  await expect(first.getByRole('heading', { name: landing })).toBeVisible()
  await expect(first).toHaveURL(/\/$/)
  await first.goBack()
  await expect(first.getByRole('heading', { name: landing })).toBeVisible()
  expect(await storedDrafts(second)).toEqual([])

  const ben = somebody('Ben')
  await signIn(second, ben)
  await expect(first.getByRole('heading', { name: `, ${ben.firstName}` })).toBeVisible()
  expect(await storedDrafts(second)).toEqual([])
})

test("a window that missed it cannot save its words into the next person's journal", async ({
  page: first,
  context,
}) => {
  // As if it were frozen: it hears of nothing.
  await first.addInitScript(() =>
    window.addEventListener('storage', (event) => event.stopImmediatePropagation()),
  )
  await signIn(first)
  await write(first, 'Words of Ana')
  const second = await context.newPage()
  await second.goto('/')
  await signOut(second)
  await first.getByLabel(wins).fill('More words of Ana')
  expect(await storedDrafts(second)).toEqual([])
  await signIn(second, somebody('Ben'))
  const refused = first.waitForResponse((response) => response.request().method() === 'POST')
  await first.getByRole('button', { name: 'Save Entry' }).click()
  expect((await refused).status()).toBe(401)
  // The provider knows Ben: the window ends at his page.
  await expect(first.getByLabel(wins)).toHaveValue('')
  expect(await entriesOf(context)).toEqual([])
  expect(await storedDrafts(second)).toEqual([])
})

test('a session that has only expired takes no words: they are back once the same person has signed in', async ({
  page: first,
  context,
}) => {
  const ana = await signIn(first)
  await write(first, 'Words of Ana')
  await context.clearCookies()
  const second = await context.newPage()
  await second.goto('/')
  await expect(second.getByRole('heading', { name: landing })).toBeVisible()
  await expect(first.getByLabel(wins)).toHaveValue('Words of Ana')
  await first.getByRole('button', { name: 'Save Entry' }).click()
  await fillInSignIn(first, ana)
  await expect(first.getByLabel(wins)).toHaveValue('Words of Ana')
  await expect(second.getByRole('heading', { name: ', Ana' })).toBeVisible()
  await first.getByRole('button', { name: 'Save Entry' }).click()
  await expect.poll(() => entriesOf(context)).toMatchObject([{ wins: 'Words of Ana' }])
})

test('a sign-out by address empties the other windows too', async ({ page: first, context }) => {
  await signIn(first)
  await write(first, 'Words of Ana')
  const second = await context.newPage()
  await second.goto('/api/docs')
  await second.evaluate(() => window.location.assign('/api/logout'))
  await expect(second.getByRole('heading', { name: landing })).toBeVisible()
  await expect(first.getByRole('heading', { name: landing })).toBeVisible()
  expect(await storedDrafts(second)).toEqual([])
})
