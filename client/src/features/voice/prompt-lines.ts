import type { GoalView } from '@shared/goals'
import { dayOf } from '@/lib/days'

export type Goal = Pick<GoalView, 'title' | 'timeline' | 'description' | 'motivation' | 'achievedAt'>

export const summaryCount = 7
export const textLimit = 200

export const cut = (text: string, max = textLimit) => [...text].slice(0, max).join('')

/** A goal as one line, for the instructions and for the output of get_goals. */
export function goalLine({ timeline, title, description, motivation, achievedAt }: Goal): string {
  const more = [description, motivation && `because: ${motivation}`]
  const state = achievedAt ? `${timeline}, achieved on ${dayOf(new Date(achievedAt))}` : timeline
  return [`[${state}] ${title}`, ...more.flatMap((text) => (text ? [cut(text)] : []))].join(' – ')
}
