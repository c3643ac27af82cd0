import { eq, isNull } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { users, voiceCalls, voiceTalks } from '@shared/schema'
import { createUser } from '../../test/factories'
import { beginTalk, createFakeVoiceProvider, keyFor, sendOffer } from '../../test/fake-voice-provider'
import type { Client } from '../../test/people'
import { createTestApp, signIn } from '../../test/test-app'
import { talkSeconds } from './talk-minutes'

let time = new Date()
const provider = await createFakeVoiceProvider()
const voiceProvider = provider.create()
const { app, db } = await createTestApp({ voiceProvider, now: () => time })
beforeEach(async () => {
  provider.reset()
  await db.delete(voiceCalls)
})

const at = (instant: string) => void (time = new Date(instant))
const pass = (minutes: number) => void (time = new Date(time.getTime() + minutes * 60_000))
const comeFrom = async (timezone: string) => signIn(app, await createUser(db, { timezone }))

async function talk(client: Client, minutes: number) {
  const { seconds } = await beginTalk(client)
  pass(minutes)
  await client.delete('/api/voice/calls').expect(204)
  return seconds
}

test.each([
  [0, 900],
  [899, 900],
  [901, 899],
  [1770, 30],
  [1771, 0],
  [5000, 0],
])('after %i seconds of the same day a talk may last %i', (used, seconds) => {
  expect(talkSeconds(used, { perTalk: 15, perDay: 30 })).toBe(seconds)
})

test('two talks use up the day, and the next one is refused until midnight where the user lives', async () => {
  at('2026-11-21T08:00:00Z')
  const client = await comeFrom('Europe/Berlin')
  expect(await talk(client, 15)).toBe(900)
  expect(await talk(client, 10)).toBe(900)
  expect(await talk(client, 5)).toBe(300)

  at('2026-11-21T22:50:00Z')
  const { body, headers } = await keyFor(client).expect(429)
  expect(body.message).toBe(
    "You've used your 30 minutes with Lisa for today. You'll have more after midnight (Europe/Berlin).",
  )
  expect(headers['retry-after']).toBe('600')
  expect(provider.askedFor('/calls')).toHaveLength(3)

  at('2026-11-21T23:00:00Z')
  expect(await talk(client, 1)).toBe(900)
})

test('a refused key uses up none of the 10 an hour', async () => {
  at('2026-11-21T08:00:00Z')
  const client = await comeFrom('UTC')
  for (const minutes of [15, 15]) await talk(client, minutes)
  for (let i = 0; i < 12; i++)
    expect((await keyFor(client).expect(429)).body.message).toMatch(/more after midnight/)
})

test('the minutes of an open talk count, in another window too', async () => {
  at('2026-11-21T08:00:00Z')
  const client = await comeFrom('UTC')
  await talk(client, 15)
  await beginTalk(client)
  pass(5)
  expect((await keyFor(client).expect(200)).body.seconds).toBe(600)
  pass(30)
  // It has had its 15 minutes, and nobody has ended it yet.
  await keyFor(client).expect(429)
})

test('a key that was given before the minutes were used up begins no talk, and ends none', async () => {
  at('2026-11-21T08:00:00Z')
  const client = await comeFrom('UTC')
  await talk(client, 15)
  const { talkId } = await beginTalk(client)
  pass(6)
  const { body: key } = await keyFor(client).expect(200)
  pass(8.8)
  const { headers } = await sendOffer(client, key.value).expect(429)
  expect(Number(headers['retry-after'])).toBeGreaterThan(3600)
  const open = await db.select().from(voiceTalks).where(isNull(voiceTalks.endedAt))
  expect(open.map(({ id }) => id)).toContain(talkId)
})

test('a talk counts on the day on which it begins', async () => {
  at('2026-11-21T23:50:00Z')
  const client = await comeFrom('UTC')
  await talk(client, 15)
  for (const minutes of [15, 15]) expect(await talk(client, minutes)).toBe(900)
  await keyFor(client).expect(429)
})

test.each([
  [
    'the 25 hours of a day in autumn',
    'Europe/Berlin',
    '2026-10-24T22:10:00Z',
    '2026-10-25T22:50:00Z',
    '2026-10-25T23:00:00Z',
  ],
  [
    'the 23 hours of a day in spring',
    'Europe/Berlin',
    '2026-03-28T23:10:00Z',
    '2026-03-29T21:50:00Z',
    '2026-03-29T22:00:00Z',
  ],
  [
    'a midnight that is skipped',
    'Africa/Cairo',
    '2026-04-22T22:10:00Z',
    '2026-04-23T21:50:00Z',
    '2026-04-23T22:00:00Z',
  ],
])('%s have one budget', async (_, timezone, early, late, nextDay) => {
  at(early)
  const client = await comeFrom(timezone)
  for (const minutes of [15, 15]) await talk(client, minutes)
  at(late)
  const { headers } = await keyFor(client).expect(429)
  expect(headers['retry-after']).toBe('600')
  at(nextDay)
  expect(await talk(client, 1)).toBe(900)
})

test('moving the timezone back and forth gives the minutes of the dates there are, and no more', async () => {
  at('2026-11-21T11:00:00Z')
  const user = await createUser(db, { timezone: 'UTC' })
  const client = await signIn(app, user)
  let minutes = 0
  for (let round = 0; round < 3; round++)
    for (const timezone of ['Pacific/Kiritimati', 'UTC', 'Etc/GMT+12', 'Asia/Tokyo']) {
      await db.update(users).set({ timezone }).where(eq(users.id, user.id))
      at('2026-11-21T11:00:00Z')
      while ((await keyFor(client)).status === 200) minutes += (await talk(client, 15)) / 60
    }
  expect(minutes).toBe(90)
})
