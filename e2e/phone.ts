import { expect, type Page } from '@playwright/test'

export const someNumber = () => `+1555${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`

/** The code in the newest text to `number`, as the outbox shows it. */
export async function codeFor(page: Page, number: string): Promise<string> {
  const outbox = await page.context().newPage()
  await outbox.goto('/dev/outbox')
  const text = await outbox.getByRole('article').filter({ hasText: number }).first().textContent()
  await outbox.close()
  return /your code is (\d{6})/.exec(text ?? '')?.[1] ?? ''
}

/** Turns on phone reminders to `number`, for the person who is signed in. */
export async function confirmNumber(page: Page, number: string) {
  const send = async (method: 'put' | 'post', path: string, data: object, status: number) => {
    const headers = { Origin: new URL(page.url()).origin }
    const answer = await page.request[method](`/api/${path}`, { data, headers })
    expect(answer.status()).toBe(status)
  }
  await send('put', 'reminder-settings', { phoneNumber: number, phoneReminderEnabled: true }, 200)
  await send('post', 'test-sms', {}, 200)
  await send('put', 'phone-confirmation', { code: await codeFor(page, number) }, 204)
}

/** What that number has sent and got, newest first. */
export const texts = (page: Page, number: string) => page.getByRole('article').filter({ hasText: number })

export async function textLisa(page: Page, number: string, words: string) {
  await page.goto('/dev/outbox')
  await page.getByLabel('From number').fill(number)
  await page.getByLabel('Text', { exact: true }).fill(words)
  await page.getByRole('button', { name: 'Send the text to Lisa' }).click()
  await expect(texts(page, number).first()).toBeVisible()
}
