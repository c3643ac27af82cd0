import { expect, test } from '@playwright/test'
import { disableFeatures } from './chromium-features'

test('our --disable-features repeats all of the list of Playwright', async ({ page }) => {
  await page.goto('chrome://version')
  const command = await page.locator('#command_line').innerText()
  const lists = [...command.matchAll(/--disable-features=(\S+)/g)].map(([, names = '']) => names.split(','))
  expect(lists).toHaveLength(2)
  const [ofPlaywright = [], ours] = lists
  expect(`--disable-features=${ours}`).toBe(disableFeatures)
  expect(ours).toEqual(expect.arrayContaining(ofPlaywright))
})
