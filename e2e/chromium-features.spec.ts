import { expect, test } from '@playwright/test'
import { withoutUnseenProcesses } from './chromium-features'

test('our list of what Chromium is to leave out has all that is in the list of Playwright', async ({
  page,
}) => {
  await page.goto('chrome://version')
  const command = await page.locator('#command_line').innerText()
  const lists = [...command.matchAll(/--disable-features=(\S+)/g)].map(([, names = '']) => names.split(','))
  expect(lists).toHaveLength(2)
  const [ofPlaywright = [], ours] = lists
  expect(`--disable-features=${ours}`).toBe(withoutUnseenProcesses)
  expect(ours).toEqual(expect.arrayContaining(ofPlaywright))
})
