import { z } from 'zod'
import { day } from './day'
import { calendarDay, endpoints, json, limitUpTo } from './endpoint'
import { phoneNumber } from './messages'
import { textLimits } from './text'
import { boundedText } from './text-input'

export const dailySummaryInput = z.object({
  phoneNumber,
  summaryDate: day,
  summary: boundedText(textLimits.summary).check(z.trim(), z.minLength(1, 'Summary cannot be empty')),
  conversationCount: z.int('Conversation count must be a whole number').min(0).optional(),
  topics: z.array(boundedText(textLimits.topic)).optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
})
export type DailySummaryInput = z.infer<typeof dailySummaryInput>

const recentSummaries = z.object({
  limit: limitUpTo(31).default(7),
})

const summaryView = z.strictObject({ date: calendarDay, content: z.string() })
export type SummaryView = z.infer<typeof summaryView>

export const summaryEndpoints = endpoints(
  { tag: 'Conversation by text' },
  {
    'GET /api/daily-summaries/recent': {
      summary: 'Read the latest daily summaries',
      description: 'For the days with a conversation by text.',
      query: recentSummaries,
      answers: { 200: json('The summaries, newest first', z.array(summaryView)) },
    },
  },
)
