import { z } from 'zod'
import { daily, empty, endpoints, instant, json } from './endpoint'

const titles = z.boolean('Must be true or false').describe('Whether the titles of goals are in it')
const calendarView = z.strictObject({ titles, createdAt: instant }).meta({ id: 'Calendar' })

const fetches = { windowSeconds: 15 * 60, refusal: () => 'Too many requests. Please try again later.' }

export const calendarEndpoints = endpoints(
  { tag: 'Calendar' },
  {
    'GET /api/calendar': {
      summary: 'Read whether my calendar has an address',
      description: 'Not the address: it is shown when it is made.',
      answers: { 200: json('The calendar, or null', calendarView.nullable()) },
    },
    'POST /api/calendar': {
      summary: "Make my calendar's address",
      description:
        'For calendar programs. Whoever has the address can read when goals and reviews are due, and with `titles` what the goals are called. An earlier address stops working. The owner is told by email.',
      recentSignIn: true,
      body: z.object({ titles }).meta({ id: 'CalendarInput' }),
      answers: {
        201: json('The address, shown this once: Lisa keeps only its hash', z.strictObject({ url: z.url() })),
      },
      limit: daily('calendar addresses', 20, '20 addresses a day', 'You may make 20 addresses a day.'),
    },
    'DELETE /api/calendar': {
      summary: "Withdraw my calendar's address",
      description: 'It stops working at once.',
      answers: { 204: empty('Withdrawn, or there was none') },
    },
    'GET /api/calendar/:secret.ics': {
      summary: 'Read a calendar',
      description:
        'iCalendar (RFC 5545), for whoever has the address: the days of the next twelve months on which an open goal is due (the last of its month or year) or a week, a month or the year is looked back on. Nothing of the journal.',
      open: true,
      networkLimits: {
        address: {
          ...fetches,
          name: 'calendar address',
          limit: 300,
          description: '300 requests per 15 minutes from one address (of IPv6: a /64)',
        },
        site: { ...fetches, name: 'calendar site', limit: 900, description: '900 from one IPv6 /48' },
      },
      answers: { 200: { description: 'The calendar', type: 'text/calendar' } },
    },
  },
)
