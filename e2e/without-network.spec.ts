import { expectNoViolationsInBothColors } from './axe'
import { cutsInOneWindow } from './cuts'
import { cutsOfMany } from './cuts-of-many'
import { Desk } from './desk'
import { signIn } from './people'
import { expect, test } from './test'

test.use({ timezoneId: 'UTC', locale: 'en-US' })

for (const [cuts, tag] of [
  [cutsInOneWindow, []],
  [cutsOfMany, ['@nightly']],
] as const)
  for (const [name, steps, browser] of cuts)
    test(
      `every word is there once after a cut ${name}`,
      { tag: browser ? [...tag, browser] : [...tag] },
      async ({ page, context }) => {
        const ana = await signIn(page)
        const desk = await Desk.at(context, page)
        await steps(desk, ana)
        await desk.comeBack()
        await desk.expectEachOnce()
      },
    )

test('a waiting save is announced to screen readers and has enough contrast', async ({ page, context }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page)
  const desk = await Desk.at(context, page)
  await desk.writeCutOff()
  await expect(page.getByRole('status').filter({ hasText: 'Waiting to send' })).toContainText(
    /saved \d+:\d\d/,
  )
  await expectNoViolationsInBothColors(page)
  await page.getByRole('link', { name: 'Home' }).click()
  await desk.waits()
  await expectNoViolationsInBothColors(page)
})

test('the journal shows what waits though it cannot be loaded, also in a new window', async ({
  page,
  context,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page)
  const desk = await Desk.at(context, page)
  await desk.writeCutOff()
  await page.getByRole('link', { name: 'Journal', exact: true }).click()
  for (let windows = 1; windows <= 2; windows++) {
    await expect(desk.page.getByText("We couldn't load your journal")).toBeVisible()
    await expect(desk.page.locator('.entry-card')).toContainText('Waiting to send')
    await expect(desk.page.locator('.entry-card')).toContainText('oak')
    await expectNoViolationsInBothColors(desk.page)
    await desk.closeWindow()
    await desk.page.goto('/journal')
  }
  await desk.comeBack()
  await expect(desk.page.getByRole('button', { name: /^Delete/ })).toBeVisible()
  await desk.expectEachOnce()
})

test('a sign-out warns of what would be lost, and removes it only if confirmed', async ({
  page,
  context,
}) => {
  await signIn(page)
  const desk = await Desk.at(context, page)
  await desk.writeCutOff()
  const signOut = async (answer: 'accept' | 'dismiss') => {
    const asked = page.waitForEvent('dialog')
    await page.getByRole('button', { name: 'Account' }).click()
    // Not awaited yet: the click ends when the dialog is answered.
    const clicked = page.getByRole('menuitem', { name: 'Sign out' }).click()
    const dialog = await asked
    expect(dialog.message()).toBe("1 change hasn't been sent yet, and would be lost. Sign out anyway?")
    if (answer === 'accept') desk.network = 'ok'
    await dialog[answer]()
    await clicked
  }
  await signOut('dismiss')
  await desk.waits()
  await signOut('accept')
  await expect(page.getByRole('heading', { name: 'Build meaningful habits' })).toBeVisible()
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
    .toEqual([])
})
