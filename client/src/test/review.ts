import { vi } from 'vitest'
import type { ReviewView } from '@shared/review'
import { anEntry } from './entries'

export const reviewPath = 'GET /api/review'

export const emptyReview: ReviewView = {
  from: '2026-11-16',
  to: '2026-11-22',
  entries: 1,
  moods: { 'very-sad': 0, sad: 0, neutral: 0, happy: 0, 'very-happy': 0 },
  goals: [],
  achieved: [],
  untouched: [],
  longestStreak: 1,
}

let made = 0
export const goalOf = (title: string) => ({ goalId: `a-goal-${++made}`, title })

/** A goal with days and their first lines. */
export const goalWith = (title: string, days: Record<string, string>): ReviewView['goals'][number] => ({
  ...goalOf(title),
  timeline: 'monthly',
  days: Object.entries(days).map(([entryDate, firstLine]) => ({
    entryDate,
    entryId: anEntry().id,
    firstLine,
  })),
})

/** A day with an entry, as Home knows it. */
export const dayOn = (date: string) => ({ date, mood: null, id: anEntry().id })

/** Sets the clock, such as to '2026-11-22T20:00:00' in the browser's zone. */
export const at = (moment: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(moment) })
