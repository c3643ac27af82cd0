import { expect, test, type Page } from '@playwright/test'
import { expectNoViolationsInBothColors } from './axe'
import { codeFor, confirmNumber, someNumber, textLisa, texts } from './phone'
import { signIn } from './people'

const recent = async (page: Page) =>
  (await (await page.request.get('/api/daily-summaries/recent?limit=7')).json()) as unknown

test('a conversation by text becomes the summary of the day', async ({ page }) => {
  const ana = await signIn(page)
  const number = someNumber()
  await page.goto('/settings')
  await page.getByRole('switch', { name: 'Enable phone reminders' }).click()
  await page.getByLabel('Phone Number').fill(number)
  await page.getByRole('button', { name: 'Send Test SMS' }).click()
  await expect(page.getByText('Test SMS Sent').first()).toBeVisible()
  await page.getByLabel('Code from the text message').fill(await codeFor(page, number))
  await page.getByRole('button', { name: 'Confirm number' }).click()
  await expect(page.getByText('This number is confirmed.')).toBeVisible()
  expect(await recent(page)).toEqual([])

  await textLisa(page, number, 'I walked around the lake. 🌊')
  await expect(texts(page, number).first()).toContainText(`Thank you, ${ana.firstName}.`)
  await textLisa(page, number, 'Then I called <my> mother & we "laughed".')
  // The code before them, two texts and their replies.
  await expect(texts(page, number)).toHaveCount(5)
  await expect(texts(page, number).nth(1)).toContainText('Then I called <my> mother & we "laughed".')
  await textLisa(page, number, 'Help')
  await expect(texts(page, number).first()).toContainText('Reply STOP')

  const today = new Date().toISOString().slice(0, 10)
  await page.getByRole('button', { name: 'End the day now' }).click()
  await expect(page.getByRole('status')).toContainText('its summary has been made')
  const words = 'I walked around the lake. 🌊\nThen I called <my> mother & we "laughed".'
  // It may be the schedule, at this very minute, that makes it.
  await expect.poll(() => recent(page)).toHaveLength(1)
  const [summary] = (await recent(page)) as { date: string; content: string }[]
  expect(summary).toEqual({ date: expect.any(String), content: words })
  expect([today, new Date().toISOString().slice(0, 10)]).toContain(summary?.date)

  // Where the voice assistant reads it.
  const read = page.waitForResponse((answer) => answer.url().includes('/api/daily-summaries/recent?limit=7'))
  await page.goto('/voice')
  await page.getByRole('button', { name: 'Tap to start talking' }).click()
  expect(await (await read).json()).toEqual([summary])
})

test('texts of today become its entry by way of Home, each once', { tag: '@nightly' }, async ({ page }) => {
  await signIn(page)
  const number = someNumber()
  await confirmNumber(page, number)
  await textLisa(page, number, 'Snow all night.')
  await textLisa(page, number, 'We walked to the lake.')
  await page.goto('/')
  await expect(page.getByText('You texted 2 messages today')).toBeVisible()
  const put = page.getByRole('button', { name: "Put them into today's entry" })
  await put.click()
  await expect(page.getByText(/They are not saved until you save it/)).toBeVisible()
  await expectNoViolationsInBothColors(page)
  await page.getByRole('link', { name: 'Continue your draft' }).click()
  const reflection = page.getByLabel('Overall reflection')
  await expect(reflection).toHaveValue('Snow all night.\n\nWe walked to the lake.')
  await page.getByRole('button', { name: 'Save Entry' }).click()
  await expect(page.getByText('Journal entry saved successfully').first()).toBeVisible()
  await page.getByRole('link', { name: 'Home' }).click()
  await expect(page.getByRole('link', { name: 'Snow all night.' })).toBeVisible()
  await expect(put).toHaveCount(0)

  await textLisa(page, number, 'And back in the dark.')
  await page.goto('/')
  await expect(page.getByText('You texted 3 messages today')).toBeVisible()
  await put.click()
  await page.getByRole('link', { name: 'Continue your draft' }).click()
  await expect(reflection).toHaveValue('Snow all night.\n\nWe walked to the lake.\n\nAnd back in the dark.')
})

test('STOP and START are obeyed, and somebody in danger gets a crisis line', async ({ page }) => {
  await signIn(page)
  const number = someNumber()
  await confirmNumber(page, number)
  const isOn = async () =>
    ((await (await page.request.get('/api/reminder-settings')).json()) as { phoneReminderEnabled: boolean })
      .phoneReminderEnabled

  await textLisa(page, number, ' stop. ')
  await expect(texts(page, number)).toHaveCount(2)
  await expect(texts(page, number).first()).toContainText('no reply')
  expect(await isOn()).toBe(false)
  await page.goto('/settings')
  const phoneSwitch = page.getByRole('switch', { name: 'Enable phone reminders' })
  await expect(phoneSwitch).not.toBeChecked()
  await expect(phoneSwitch).toHaveAccessibleDescription(
    `${number} has said STOP, so phone reminders are off. To get them again, text START to Lisa from that number.`,
  )
  await expectNoViolationsInBothColors(page)
  await phoneSwitch.click()
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await expect(page.getByText('Settings Saved').first()).toBeVisible()
  await expect(phoneSwitch).not.toBeChecked()
  const settings = await page.context().newPage()
  await settings.goto('/settings')
  await textLisa(page, number, 'START')
  await expect(texts(page, number).first()).toContainText('are on')
  expect(await isOn()).toBe(true)
  await settings.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(settings.getByRole('switch', { name: 'Enable phone reminders' })).toBeChecked()
  await textLisa(page, number, "I don't want to live anymore")
  await expect(texts(page, number).first()).toContainText('988')

  const stranger = someNumber()
  await textLisa(page, stranger, 'Hello?')
  await expect(texts(page, stranger).first()).toContainText("We don't recognize this number")
})
