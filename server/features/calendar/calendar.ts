import { addDays } from '@shared/dates'
import type { Timeline } from '@shared/goals'
import { isWithin, periodsUntil } from '@shared/review-period'
import { localDay } from '@shared/timezones'
import { screenLink } from '../../http/screen-link'
import { hashOf } from '../../secrets'

type Event = { uid: string; day: string; summary: string; url: string; changedAt: Date }

export type OpenGoal = {
  id: string
  title: string
  timeline: Timeline
  createdAt: Date
  updatedAt: Date
  keptOn: string | null
}

export type Feed = {
  userId: string
  timezone: string
  titles: boolean
  createdAt: Date
}

const daysAhead = 365
/** A goal is due with the period that it was made in, or was last kept in; a long-term one never. */
const periodNames: Partial<Record<Timeline, string>> = { monthly: 'month', annual: 'year' }

/** What is due from today on: goals, and looking back on the longest period that ends with a day. */
function eventsOf(
  { userId, timezone, titles, createdAt }: Feed,
  goals: OpenGoal[],
  now: Date,
  appUrl: string,
): Event[] {
  const today = localDay(now, timezone)
  const days = Array.from({ length: daysAhead + 1 }, (_, n) => addDays(today, n))
  const begun = goals.map((goal) => ({ ...goal, day: goal.keptOn ?? localDay(goal.createdAt, timezone) }))
  return days.flatMap((day) => {
    const periods = periodsUntil(day)
    const [longest] = periods
    if (!longest) return []
    const isDue = (goal: (typeof begun)[number]) =>
      periods.some((period) => period.name === periodNames[goal.timeline] && isWithin(period, goal.day))
    const due = begun.filter(isDue).map(({ id, title, updatedAt }) => ({
      uid: id,
      day,
      summary: titles ? title : 'A goal',
      url: screenLink(appUrl, '/goals'),
      changedAt: updatedAt,
    }))
    const review = {
      // The same at each fetch. Hashed, because it must not reveal the user's id.
      uid: hashOf(`${day} ${userId}`),
      day,
      summary: `Look back at your ${longest.name}`,
      url: `${appUrl}/?review=${longest.name}`,
      changedAt: createdAt,
    }
    return [...due, review]
  })
}

/** As iCalendar (RFC 5545). An event that has a day and no end lasts that day. */
export function calendarOf(feed: Feed, goals: OpenGoal[], now: Date, appUrl: string): string {
  const events = eventsOf(feed, goals, now, appUrl).flatMap(({ uid, day, summary, url, changedAt }) => [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${changedAt.toISOString().replace(/[-:]|\.\d+/g, '')}`,
    `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`,
    `SUMMARY:${escaped(summary)}`,
    `URL:${url}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ])
  const head = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Lisa//Calendar//EN',
    'X-WR-CALNAME:Lisa',
    // RFC 7986, and the older property with the same meaning.
    'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
    'X-PUBLISHED-TTL:PT12H',
  ]
  return [...head, ...events, 'END:VCALENDAR'].map((line) => `${folded(line)}\r\n`).join('')
}

/** In one line, without control characters, which no text may hold. */
const escaped = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').replace(/[\\;,]/g, String.raw`\$&`)

const mostOctets = 75

/** A line continues after a space on the next one, and no character is cut. */
function folded(line: string): string {
  if (Buffer.byteLength(line) <= mostOctets) return line
  let text = ''
  let octets = 0
  for (const character of line) {
    const length = Buffer.byteLength(character)
    if (octets + length > mostOctets) {
      text += '\r\n '
      octets = 1
    }
    text += character
    octets += length
  }
  return text
}
