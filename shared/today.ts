import { z } from 'zod'
import { journalDayView } from './analytics'
import { endpoints, json } from './endpoint'
import { journalEntryView, onDate } from './journal'

const todayView = z
  .strictObject({
    entry: journalEntryView.nullable().describe('Of the day'),
    days: z.array(journalDayView).describe('Those of the last seven days with an entry, oldest first'),
    texts: z
      .array(z.string())
      .optional()
      .describe(
        'What the user texted on the day, oldest first. Left out if there is none, and for tokens other than those of the API password',
      ),
    onThisDay: z.array(journalEntryView).describe('Of the same day in earlier years, newest first'),
  })
  .meta({ id: 'Today' })
export type TodayView = z.infer<typeof todayView>

export const todayEndpoints = endpoints(
  { tag: 'Journal' },
  {
    'GET /api/today': {
      summary: 'Read a day at a glance',
      description:
        'Its entry, the seven days that end with it, the first texts of the day, and the newest entries of the same day in earlier years, up to about 1 MB of text.',
      token: '/api/jwt/today',
      scopes: ['journal:read'],
      query: onDate,
      answers: { 200: json('The day', todayView) },
    },
  },
)
