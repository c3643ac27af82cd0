import { beforeEach, expect, vi } from 'vitest'
import { keptCopies } from '@/lib/device/kept-copies'
import { announce } from '@/lib/api/page-user'
import { emptyDevice, storedRows } from './device'
import { anEntry } from './entries'
import { aGoal } from './goals'
import { ana } from './render-app'

export const list = 'GET /api/journal-entries'
export const ben = { ...ana, id: '0b0f8a52-6c1d-4f0e-9a55-0a3c1a5e7a02', firstName: 'Ben' }
export const walk = anEntry({ entryDate: '2026-01-05', wins: 'Walked home' })
export const run = aGoal({ title: 'Run a marathon' })
export const tea = anEntry({ entryDate: '2026-01-04', wins: 'Tea with Ben' })

/** Nothing is kept yet, and the end of the list never comes into sight. */
export function nothingKept() {
  emptyDevice()
  beforeEach(() => void vi.stubGlobal('IntersectionObserver', SeesNothing))
}

class SeesNothing {
  observe() {}
  disconnect() {}
}

export const kept = async () =>
  (await storedRows()).flatMap(({ value }) => (value as { entries?: (typeof walk)[] }).entries ?? [])

/** Stores entries and a goal, as switching the setting on does. */
export async function keep(...entries: (typeof walk)[]) {
  announce(ana.id)
  expect(await keptCopies(ana.id).start(entries, [run])).toBe(true)
}
