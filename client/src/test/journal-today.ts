import { screen } from '@testing-library/react'
import { beforeEach, vi } from 'vitest'
import type { JournalEntryView } from '@shared/journal'
import { answer } from './fake-api'
import { renderApp } from './render-app'

export const byDate = 'GET /api/journal-entries/by-date/:date'
export const create = 'POST /api/journal-entries'
export const update = 'PUT /api/journal-entries/:id'
export const missing = answer(404, { message: 'Journal entry not found' })
export const emptyList: Record<'GET /api/journal-entries', JournalEntryView[]> = {
  'GET /api/journal-entries': [],
}

export const today = '2026-11-21'
export const freezeToday = (day = today) =>
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${day}T12:00:00`) }))

/** Today's journal, on a day without an entry. */
export async function openEmpty(routes = {}) {
  const app = renderApp('/journal/new', { [byDate]: missing, ...emptyList, ...routes })
  await screen.findByRole('button', { name: 'Save Entry' })
  return app
}

export const field = (name: string) => screen.getByLabelText<HTMLTextAreaElement>(name)
export const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith('lisa:draft:'))
