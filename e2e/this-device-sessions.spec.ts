import type { Page } from '@playwright/test'
import { expectNoViolations } from './axe'
import { signIn, somebody } from './people'
import {
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

const landing = { name: 'Build meaningful habits' }

async function signOut(page: Page) {
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', landing)).toBeVisible()
}

/** The id of another browser's session of the same user. */
async function otherSessionOf(page: Page): Promise<string> {
  const sessions = await (await page.request.get('/api/account/sessions')).json()
  return sessions.find(({ current }: { current: boolean }) => !current).id
}

test('a sign-out in another window removes what is kept, and switches it off', async ({ page, context }) => {
  const ana = await signIn(page)
  await writeEntries(page, 1)
  await switchOn(page)
  const window = await context.newPage()
  await window.goto('/')
  await signOut(window)
  await expect(page.getByRole('heading', landing)).toBeVisible()
  await expectNothingKept(page)
  await signIn(page, ana)
  await page.goto('/settings')
  await expect(toggle(page)).not.toBeChecked()
})

test('a session that has expired hides what is kept until the same person is back', async ({
  page,
  context,
}) => {
  const ana = await signIn(page)
  await writeEntries(page, 1)
  await switchOn(page)
  await context.clearCookies()
  await page.goto('/')
  await expect(page.getByRole('heading', landing)).toBeVisible()
  expect(await stored(page)).toContain('Word 0.')
  await signIn(page, ana)
  await cutOff(page)
  await openJournal(page)
  await expect(page.getByText('Word 0.')).toBeVisible()
})

test('somebody else who signs in sees nothing of it, and it is removed', async ({ page, context }) => {
  await signIn(page)
  await writeEntries(page, 1)
  await switchOn(page)
  await context.clearCookies()
  await signIn(page, somebody('Ben'))
  await expectNothingKept(page)
  await page.goto('/settings')
  await expect(toggle(page)).not.toBeChecked()
  await cutOff(page)
  await openJournal(page)
  await expect(page.getByText(failed)).toBeVisible()
})

for (const [way, pathOf] of [
  ['signing out everywhere', async () => '/api/account/sessions'],
  ['signing out that one', async (other) => `/api/account/sessions/${await otherSessionOf(other)}`],
  ['deleting the account', async () => '/api/account'],
] as [way: string, pathOf: (other: Page) => Promise<string>][])
  test(`${way} on another device removes what is kept on this one`, async ({ page, browser }) => {
    const { email, ...names } = await signIn(page)
    await writeEntries(page, 1)
    await switchOn(page)
    await page.goto('/goals/new')
    await page.getByRole('textbox').first().fill('Not saved yet')
    const drafts = () =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('lisa:draft:')))
    await expect.poll(drafts).toHaveLength(1)
    const other = await (await browser.newContext()).newPage()
    await signIn(other, { email, ...names })
    const headers = { Origin: new URL(page.url()).origin }
    const answer = await other.request.delete(await pathOf(other), { headers, data: { email } })
    expect(answer.status()).toBe(204)
    await page.goto('/')
    await expect(page.getByRole('heading', landing)).toBeVisible()
    await expectNothingKept(page)
    expect(await drafts()).toEqual([])
  })

test('a page that is open learns that the session was ended elsewhere, and removes what is kept', async ({
  page,
  browser,
}) => {
  const ana = await signIn(page)
  await writeEntries(page, 1)
  await switchOn(page)
  const other = await (await browser.newContext()).newPage()
  await signIn(other, ana)
  const headers = { Origin: new URL(page.url()).origin }
  expect((await other.request.delete('/api/account/sessions', { headers })).status()).toBe(204)
  await openJournal(page)
  // The session at the identity provider is still alive, and is not enough.
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
  await expectNothingKept(page)
  await signIn(page, ana)
  await openJournal(page)
  await expect(page.getByText('Word 0.')).toBeVisible()
  await expectNothingKept(page)
})

test(
  'a sign-out that cannot remove what is kept says so, and the removal can be tried again',
  { tag: '@nightly' },
  async ({ page, context }) => {
    page.on('dialog', (dialog) => dialog.accept())
    // As in a browser that does not know the header Clear-Site-Data.
    await page.route('/api/logout', async (route) => {
      await page.request.get('/api/logout')
      await route.fulfill({ contentType: 'text/html', body: '<script>location.replace("/")</script>' })
    })
    await signIn(page)
    await writeEntries(page, 1)
    await switchOn(page)
    // It holds up every other transaction, and does not close its connection for the database to be deleted.
    const stuck = await context.newPage()
    await stuck.goto('/api/docs')
    await stuck.evaluate(
      () =>
        new Promise<void>((begun) => {
          const opening = indexedDB.open('lisa')
          opening.addEventListener('success', () => {
            const rows = opening.result.transaction('device', 'readwrite').objectStore('device')
            const goOn = () => rows.count().addEventListener('success', goOn)
            goOn()
            begun()
          })
        }),
    )
    await signOut(page)
    const notice = page.getByText('This device may still keep your words')
    await expect(notice).toBeVisible()
    await expectNoViolations(page)
    const again = page.getByRole('button', { name: 'Try again' })
    await again.click()
    await expect(again).toBeDisabled()
    await expect(again).toBeEnabled()
    await expect(notice).toBeVisible()
    await stuck.close()
    await again.click()
    await expect(page.getByText('This device keeps nothing of yours now')).toBeVisible()
    await expectNothingKept(page)
    await page.reload()
    await expect(page.getByRole('heading', landing)).toBeVisible()
    await expect(notice).toHaveCount(0)
  },
)
