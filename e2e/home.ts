import { expect, type Page } from '@playwright/test'
import type { JournalEntryInput } from '../shared/journal'

export const today = new Date().toISOString().slice(0, 10)
export const aYearAgo = `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`

export const todayCard = (page: Page) => page.getByRole('region', { name: 'Today' })
export const lastDays = (page: Page) => page.getByRole('list', { name: 'Last seven days' })

export async function openHome(page: Page) {
  await page.goto('/')
  await expect(lastDays(page)).toBeVisible()
}

export const writeToday = (page: Page, entry: Partial<JournalEntryInput>) =>
  page.request.post('/api/journal-entries', {
    data: { entryDate: today, ...entry },
    headers: { Origin: new URL(page.url()).origin },
  })
