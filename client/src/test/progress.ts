import { screen } from '@testing-library/react'
import { aGoal } from './goals'

const stored = [
  { date: '2025-11-19', mood: 'sad', id: 'a' },
  { date: '2025-11-20', mood: 'sad', id: 'b' },
  { date: '2025-12-24', mood: 'very-happy', id: 'c' },
  { date: '2026-10-31', mood: 'neutral', id: 'd' },
  { date: '2026-11-01', mood: 'happy', id: 'e' },
  { date: '2026-11-02', mood: 'very-happy', id: 'f' },
  { date: '2026-11-18', mood: 'happy', id: 'g' },
]
export type Call = { query: Record<string, string> }
export const routes = {
  'GET /api/analytics/weekly-count': { weeklyCount: 1 },
  'GET /api/analytics/streak': { streak: 0, longest: 0 },
  'GET /api/analytics/days': ({ query: { from = '', to = '' } }: Call) =>
    stored.filter(({ date }) => date >= from && date <= to),
  'GET /api/goals/activity': [],
  'GET /api/journal-entries/months': [
    { month: '2026-11', entries: 3 },
    { month: '2026-10', entries: 1 },
    { month: '2025-12', entries: 1 },
    { month: '2025-11', entries: 2 },
  ],
  'GET /api/goals': [
    aGoal({ title: 'Run', achievedAt: '2026-03-10T12:00:00.000Z' }),
    aGoal({ title: 'Read', achievedAt: '2026-03-28T12:00:00.000Z' }),
    aGoal({ title: 'Sleep', achievedAt: '2025-12-10T12:00:00.000Z' }),
    aGoal({ title: 'Still open' }),
  ],
}
export const figure = (name: string) => screen.findByRole('figure', { name })
export const day = (name: string) => screen.getByRole('link', { name })
export const texts = (row: HTMLElement) => [...row.children].map((cell) => cell.textContent)
