import type { Page } from '@playwright/test'
import { Desk } from './desk'
import { signIn } from './people'
import { expect, test } from './test'

test.use({ timezoneId: 'UTC', locale: 'en-US' })

const today = () => new Date().toISOString().slice(0, 10)
const draftsIn = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('lisa:draft:')))

test('a save that both windows have and that is refused is sent once, and kept in one place', async ({
  page,
  context,
}) => {
  await signIn(page)
  const desk = await Desk.at(context, page)
  await desk.writeCutOff()
  const other = await context.newPage()
  await other.goto('/')
  await desk.waits(other)
  await desk.elsewhere('post', 'journal-entries', { entryDate: today(), wins: 'yew' })
  desk.words.push('yew')
  // The window that sent first is still loading the existing entry.
  await context.route(/\/api\/journal-entries\/[0-9a-f-]{36}$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.fallback()
  })
  await desk.comeBack()
  await expect(page.getByRole('button', { name: 'Keep both' })).toBeVisible()
  await expect(other.getByText('Waiting to send')).toHaveCount(0)
  expect(desk.writes).toBe(1)
  expect(await draftsIn(page)).toHaveLength(1)
  await desk.keepBoth()
  await desk.expectEachOnce()
})

test('text that is typed while another window sends the save is no conflict with it', async ({
  page,
  context,
}) => {
  await signIn(page)
  const desk = await Desk.at(context, page)
  await desk.writeCutOff()
  await desk.type('elm')
  const other = await context.newPage()
  await other.goto('/')
  await desk.waits(other)
  // The window in which it was written learns later that the connection is back.
  await page.evaluate(() => {
    const fetched = window.fetch
    window.fetch = (...call) =>
      document.title === 'back' ? fetched(...call) : Promise.reject(new TypeError())
  })
  await desk.comeBack()
  await expect(other.getByText('Waiting to send')).toHaveCount(0)
  await page.evaluate(() => (document.title = 'back'))
  await desk.comeBack()
  await expect(page.getByText('Waiting to send')).toHaveCount(0)
  await desk.save()
  await desk.expectEachOnce()
})
