import ICAL from 'ical.js'
import { eq } from 'drizzle-orm'
import request from 'supertest'
import { beforeEach, expect, test, vi } from 'vitest'
import { calendarEndpoints } from '@shared/calendar'
import { accountEvents, calendarFeeds, goals, rateLimits } from '@shared/schema'
import { loggedPath } from '../../http/request-log'
import { fewAtOnce, mostAtOnce } from '../../limits/few-at-once'
import { createEntry, createGoal, createUser } from '../../test/factories'
import type { Mail } from '../../senders/mailer'
import { captureLog } from '../../test/log'
import type { Client, User } from '../../test/people'
import { createTestApp, signIn } from '../../test/test-app'

// In the zone of Ana the leap day has begun.
const now = new Date('2028-02-28T12:00:00Z')
const today = '2028-02-29'
const timezone = 'Pacific/Kiritimati'
const logged = captureLog()
const send = vi.fn<(mail: Mail) => Promise<{ id: string }>>(async () => ({ id: '1' }))
const mailer = { send, close: () => {} }
const { app, ctx, db } = await createTestApp({ now: () => now, log: logged.log, mailer })
let ana: User, asAna: Client
beforeEach(async () => {
  await db.delete(rateLimits)
  ana = await createUser(db, { timezone })
  asAna = await signIn(app, ana)
})

const make = async (titles: boolean) => {
  const { url } = (await asAna.post('/api/calendar').send({ titles }).expect(201)).body
  return String(url).slice(ctx.env.appUrl.length)
}
const fetched = (path: string) => request(app).get(path)

/** The events, as a program of others reads them. */
async function eventsOf(path: string) {
  const { text } = await fetched(path).expect(200)
  const calendar = new ICAL.Component(ICAL.parse(text))
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const { uid, summary, startDate, endDate } = new ICAL.Event(component)
    expect([startDate.isDate, endDate.subtractDate(startDate).toSeconds()]).toEqual([true, 24 * 60 * 60])
    return {
      uid,
      summary,
      day: startDate.toString(),
      stamp: String(component.getFirstPropertyValue('dtstamp')),
    }
  })
}

test('the address is shown once, and another one, or none, takes its place', async () => {
  expect((await asAna.get('/api/calendar').expect(200)).body).toBeNull()
  const first = await make(false)
  expect(first).toMatch(/^\/api\/calendar\/[\w-]{43}\.ics$/)
  expect((await asAna.get('/api/calendar')).body).toEqual({ titles: false, createdAt: now.toISOString() })
  const { headers } = await fetched(first).expect(200)
  expect(headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'cache-control': 'no-store',
  })
  const second = await make(true)
  await fetched(first).expect(404)
  await fetched(second).expect(200)
  await asAna.delete('/api/calendar').expect(204)
  await asAna.delete('/api/calendar').expect(204)
  await fetched(second).expect(404)
  expect((await asAna.get('/api/calendar')).body).toBeNull()
})

test('making an address sends a mail and records an event, withdrawing it records an event, and 20 a day can be made', async () => {
  const path = await make(true)
  const [mail] = send.mock.lastCall ?? []
  expect(mail).toMatchObject({
    to: { address: ana.email },
    subject: 'An address for your calendar was made',
  })
  expect(mail?.text).not.toContain(path)
  await asAna.delete('/api/calendar').expect(204)
  await asAna.delete('/api/calendar').expect(204)
  const events = await db.select().from(accountEvents).where(eq(accountEvents.userId, ana.id))
  expect(events.map(({ kind }) => kind)).toEqual(['calendar-made', 'calendar-withdrawn'])
  await db.update(rateLimits).set({ count: 20 })
  await asAna.post('/api/calendar').send({ titles: true }).expect(429)
})

test('signing out everywhere withdraws it, and none is made at the same moment', async () => {
  const first = await make(true)
  const answers = await Promise.all([
    ...Array.from({ length: 4 }, () => asAna.post('/api/calendar').send({ titles: true })),
    asAna.delete('/api/account/sessions'),
  ])
  for (const { status } of answers) expect([201, 204, 401]).toContain(status)
  await fetched(first).expect(404)
  expect(await db.$count(calendarFeeds, eq(calendarFeeds.userId, ana.id))).toBe(0)
})

test('it needs a recent sign-in to make, and its secret is in neither database nor log', async () => {
  const secret = (await make(false)).slice('/api/calendar/'.length, -'.ics'.length)
  await fetched(`/api/calendar/${secret}.ics`).expect(200)
  await fetched(`/api/calendar/${secret.toLowerCase()}.ics`).expect(404)
  await fetched(`/api/calendar/${secret}xics`).expect(401)
  expect(JSON.stringify(await db.select().from(calendarFeeds))).not.toContain(secret)
  for (const text of [secret, secret.toLowerCase()]) expect(logged.text()).not.toContain(text)
  expect(logged.text()).toContain('/api/calendar/…')
  for (const path of [
    'http://lisa.test/api/calendar/',
    '/api//calendar/',
    '/api/calendar//',
    '//api/calendar/',
  ])
    expect(loggedPath(`${path}${secret}.ics`)).not.toContain(secret)
  const old = await signIn(app, ana, { authenticatedAt: now.getTime() - 16 * 60_000 })
  await old.post('/api/calendar').send({ titles: true }).expect(403)
  await asAna.post('/api/calendar').send({ titles: 'yes' }).expect(400)
})

test('goals are due with the month or year that they are made or kept in, in the zone of their user, on a leap day too', async () => {
  const goal = (title: string, createdAt: string, more: object = {}) =>
    createGoal(db, ana.id, { title, createdAt: new Date(createdAt), ...more })
  await goal('Last month', '2028-01-31T09:59:59Z')
  const first = await goal('First', '2028-01-31T10:00:00Z', {
    updatedAt: new Date('2028-02-03T04:05:06.789Z'),
  })
  await goal('Kept', '2027-03-03T00:00:00Z', { keptOn: '2028-02-01' })
  await goal('Kept for March', '2028-02-02T00:00:00Z', { keptOn: '2028-03-01' })
  await goal('A year', '2027-12-31T10:00:00Z', { timeline: 'annual' })
  await goal('Last year', '2027-12-31T09:59:59Z', { timeline: 'annual' })
  await goal('Five years', '2028-02-02T00:00:00Z', { timeline: 'long-term' })
  await goal('Achieved', '2028-02-02T00:00:00Z', { achievedAt: now })
  const mark = 'words-of-the-journal'
  await createEntry(db, ana.id, { entryDate: today, wins: mark }, [first.id])
  const path = await make(true)
  const events = await eventsOf(path)
  const isReview = ({ summary }: { summary: string }) => summary.startsWith('Look back')
  expect(events.filter((event) => !isReview(event)).map(({ day, summary }) => [day, summary])).toEqual([
    [today, 'First'],
    [today, 'Kept'],
    ['2028-03-31', 'Kept for March'],
    ['2028-12-31', 'A year'],
  ])
  expect(events.find(({ uid }) => uid === first.id)?.stamp).toBe('2028-02-03T04:05:06Z')
  expect(new Set(events.map(({ uid }) => uid)).size).toBe(events.length)
  expect(events.map(({ uid }) => uid).join()).not.toContain(ana.id)

  const reviews = events.filter(isReview).map(({ day, summary }) => `${day} ${summary}`)
  expect(reviews.slice(0, 3)).toEqual([
    `${today} Look back at your month`,
    '2028-03-05 Look back at your week',
    '2028-03-12 Look back at your week',
  ])
  expect(reviews.at(-1)).toBe('2029-02-28 Look back at your month')
  // A Sunday.
  expect(reviews.filter((line) => line.startsWith('2028-12-31'))).toEqual([
    '2028-12-31 Look back at your year',
  ])
  expect(reviews).toHaveLength(52 + 13 - 2)

  const { text } = await fetched(path)
  expect(text).not.toContain(mark)
  expect(text).toContain(`\r\nURL:${ctx.env.appUrl}/api/open?screen=/goals\r\n`)
  expect(text).toMatch(/^REFRESH-INTERVAL;VALUE=DURATION:PT12H\r\nX-PUBLISHED-TTL:PT12H\r$/m)
  expect((await fetched(path)).text).toBe(text)
  const named = await eventsOf(await make(false))
  expect(named.filter((event) => !isReview(event)).map(({ summary }) => summary)).toEqual(
    Array(4).fill('A goal'),
  )
})

test.each([
  ['line\r\nEND:VEVENT\nBEGIN:VEVENT', 'line END:VEVENT BEGIN:VEVENT'],
  [String.raw`a, b; c\n "d": \\`, String.raw`a, b; c\n "d": \\`],
  ['tab\tbell\u0007nul-free\u2028end', 'tab bell nul-free end'],
  ['👩‍👩‍👧‍👦'.repeat(18), '👩‍👩‍👧‍👦'.repeat(18)],
  ['é'.repeat(200), 'é'.repeat(200)],
  ['ש'.repeat(33) + 'x'.repeat(167), 'ש'.repeat(33) + 'x'.repeat(167)],
])('the title %j is one summary, in lines of 75 octets', async (title, summary) => {
  await createGoal(db, ana.id, { title, createdAt: now })
  const path = await make(true)
  expect((await eventsOf(path))[0]).toMatchObject({ day: today, summary })
  const { text } = await fetched(path)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/\p{Cc}/u)
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
})

test('a calendar has at most the newest 1,000 goals, and a user has at most ten fetches at once', async () => {
  const row = { userId: ana.id, title: 'New', timeline: 'annual' as const, createdAt: now }
  await db.insert(goals).values(Array.from({ length: 1_000 }, () => row))
  await createGoal(db, ana.id, { title: 'Old', timeline: 'annual', createdAt: new Date('2028-02-01') })
  const path = await make(true)
  const { text } = await fetched(path).expect(200)
  expect(text.match(/^SUMMARY:New\r$/gm)).toHaveLength(1_000)
  expect(text).not.toContain('Old')
  let end = () => {}
  const busy = new Promise<void>((resolve) => (end = resolve))
  const fetches = Array.from({ length: mostAtOnce }, () => fewAtOnce(ana.id, () => busy))
  await fetched(path).expect(429)
  end()
  await Promise.all(fetches)
})

test('guesses are limited for each network', async () => {
  const path = await make(false)
  await fetched(path).expect(200)
  const { limit } = calendarEndpoints.endpoints['GET /api/calendar/:secret.ics'].networkLimits.address
  await db.update(rateLimits).set({ count: limit })
  await fetched('/api/calendar/guess.ics').expect(429)
  await fetched(path).expect(429)
})
