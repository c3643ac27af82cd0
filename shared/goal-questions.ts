import type { Timeline } from './goal-input'

export const timelineLabels: Record<Timeline, string> = {
  'long-term': '5-Year',
  annual: 'Annual',
  monthly: 'Monthly',
}

/** What the form of a goal asks besides its title. */
export const goalQuestions = [
  ['description', 'Goal Description'],
  ['motivation', 'Why is this important to you?'],
  ['successIndicators', "How will you know you've achieved this?"],
] as const
