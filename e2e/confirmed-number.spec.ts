import { expect, test, type Page } from '@playwright/test'
import { expectNoViolationsInBothColors } from './axe'
import { codeFor, someNumber } from './phone'
import { signInAt } from './people'

const field = (page: Page) => page.getByLabel('Code from the text message')
const tab = async (page: Page, name: string) => {
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name })).toBeFocused()
}

test.use({ viewport: { width: 360, height: 800 } })

test('a number is confirmed by keyboard, with the code from the outbox', async ({ page }) => {
  await signInAt(page, '/settings')
  const number = someNumber()
  await page.getByRole('switch', { name: 'Enable phone reminders' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.type(number)
  await tab(page, 'Send Test SMS')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Test SMS Sent').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send Test SMS' })).toBeFocused()
  await expect(page.getByText(/^Not confirmed yet/)).toBeVisible()

  await page.keyboard.press('Tab')
  await expect(field(page)).toBeFocused()
  const code = await codeFor(page, number)
  await page.keyboard.type(code === '123456' ? '654321' : '123456')
  await page.keyboard.press('Enter')
  await expect(field(page)).toHaveAccessibleDescription(/That's not the right code\. You have 4 tries left/)
  await expectNoViolationsInBothColors(page)

  await field(page).fill(code)
  await tab(page, 'Confirm number')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This number is confirmed.')).toBeFocused()
  await expect(field(page)).toHaveCount(0)
  await expectNoViolationsInBothColors(page)

  await page.reload()
  await expect(page.getByText('This number is confirmed.')).toBeVisible()
})
