import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { eq } from 'drizzle-orm'
import request from 'supertest'
import { afterAll, describe, expect, test } from 'vitest'
import { aiSwitchedOff } from '@shared/ai-settings'
import { rawMailType } from '@shared/mail-in'
import { dailySummaries, journalEntries, voiceCalls, voiceTalks } from '@shared/schema'
import { createTextModel } from './senders/text-model'
import { createGoal, createUser, newPhoneNumber } from './test/factories'
import { createFakeVoiceProvider, beginTalk, keyFor, offer, sendOffer } from './test/fake-voice-provider'
import { provider, replyIn } from './test/incoming-text'
import { createTestApp, signIn } from './test/test-app'
import { markerLine, replyAddress } from './features/reminders/reply-address'
import { makeDueSummaries } from './features/summaries/make-due-summaries'

const heavy = 'sometimes I think everyone would be fine without me'

/** Whoever connects is counted, and hears nothing. */
let connections = 0
const trap = createServer((socket) => {
  connections++
  socket.on('error', () => {}).destroy()
})
trap.listen(0, '127.0.0.1')
await once(trap, 'listening')
afterAll(() => trap.close())
const baseUrl = `http://127.0.0.1:${(trap.address() as AddressInfo).port}/v1`

const mailIn = { MAIL_IN: 'reply@in.lisa.test', MAIL_IN_SECRET: 'a secret of the mail provider for tests' }

async function createTrappedApp(AI: string) {
  const clock = { now: new Date('2026-11-21T12:00:00Z') }
  const { app, ctx, db } = await createTestApp({
    settings: { AI, REALTIME_BASE_URL: baseUrl, TEXT_MODEL: 'small', ...mailIn },
    textModel: createTextModel({ baseUrl, model: 'small', hasModeration: true }),
    now: () => new Date(clock.now.getTime()),
  })
  return { app, ctx, db, clock }
}
const [on, off] = [await createTrappedApp('on'), await createTrappedApp('off')]

describe.each([
  { who: 'nobody', isOff: false, trapped: on },
  { who: 'the user', isOff: true, trapped: on },
  { who: 'the operator', isOff: true, trapped: off },
])('switched off by $who', async ({ who, isOff, trapped: { app, ctx, db, clock } }) => {
  const phoneNumber = newPhoneNumber()
  const ana = await createUser(db, { phoneNumber, lisaReadsJournal: true, rememberTalks: true })
  await createGoal(db, ana.id, { title: 'Run' })
  const asAna = await signIn(app, ana)
  await asAna
    .put('/api/ai-settings')
    .send({ enabled: who !== 'the user' })
    .expect(200)
  const talkFrom = async (endedAt: Date | null) => {
    const values = { userId: ana.id, localDate: '2026-11-21', begunAt: clock.now, endsAt: clock.now, endedAt }
    const [talk] = await db.insert(voiceTalks).values(values).returning()
    return talk?.id ?? ''
  }

  async function isAsked(path: () => Promise<unknown>) {
    const before = connections
    await path()
    return connections > before
  }

  test('the setting says so', async () => {
    expect((await asAna.get('/api/ai-settings').expect(200)).body).toEqual({
      enabled: who !== 'the user',
      voiceHost: '127.0.0.1',
      ...(who === 'the operator' && { offForAll: true }),
    })
    await asAna.put('/api/ai-settings').send({}).expect(400)
  })

  test('a text gets the plain reply, with what the rule for danger adds', async () => {
    clock.now = new Date('2026-11-21T12:00:00Z')
    const say = (Body: string) => provider(app, ctx).text({ From: phoneNumber, Body }).expect(200)
    const asks = await isAsked(async () => {
      expect(replyIn(await say('I ran'))).toBe('Thank you, Ana. Saved for today.')
      expect(replyIn(await say(heavy))).toContain('That sounds heavy.')
    })
    expect(asks).toBe(!isOff)
  })

  test('a mail is saved', async () => {
    const reminded = { userId: ana.id, date: '2026-11-21' }
    const to = replyAddress(ctx.secrets, mailIn.MAIL_IN, reminded)
    const deliver = () =>
      request(app)
        .post('/api/webhooks/mail')
        .set({ 'Content-Type': rawMailType, Authorization: `Bearer ${mailIn.MAIL_IN_SECRET}` })
        .send(Buffer.from(`From: ${ana.email}\r\nTo: ${to}\r\n\r\nI swam\r\n\r\n> ${markerLine}\r\n`))
        .expect(204)
    expect(await isAsked(deliver)).toBe(!isOff)
    const mine = eq(journalEntries.userId, ana.id)
    expect(await db.select().from(journalEntries).where(mine)).toMatchObject([{ dailyEvents: 'I swam' }])
  })

  test('the day gets its plain summary', async () => {
    clock.now = new Date('2026-11-22T00:01:00Z')
    expect(await isAsked(() => makeDueSummaries(ctx))).toBe(!isOff)
    const mine = eq(dailySummaries.userId, ana.id)
    expect(await db.select().from(dailySummaries).where(mine)).toMatchObject([
      { summary: `I ran\n${heavy}`, metadata: { model: 'plain' } },
    ])
  })

  test('no talk is remembered', async () => {
    const id = await talkFrom(clock.now)
    const tell = () => asAna.post(`/api/talks/${id}/said`).send({ said: 'You: I ran.' }).expect(204)
    expect(await isAsked(tell)).toBe(!isOff)
    const { body } = await asAna.get('/api/talks').expect(200)
    expect(body).toHaveLength(isOff ? 0 : 1)
  })

  test('no talk begins', async () => {
    const refused = { status: 503, body: { message: aiSwitchedOff } }
    const asks = await isAsked(async () => {
      const key = await keyFor(asAna)
      const begun = await sendOffer(asAna, key.body.value ?? 'ek_1', offer)
      expect(key).toMatchObject(isOff ? refused : { status: 200 })
      expect(begun).toMatchObject(isOff ? refused : { status: 502 })
    })
    expect(asks).toBe(!isOff)
  })

  test('no model is asked about after a talk', async () => {
    const talkId = await talkFrom(null)
    const goneTranscription = ctx.env.realtime.transcriptionModel
    const usage = { inputTokens: 1, outputTokens: 1 }
    const end = async () => {
      await asAna.delete('/api/voice/calls').send({ talkId, usage, goneTranscription }).expect(204)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    // Their own switch ends the talk before.
    if (who === 'the user') await asAna.put('/api/ai-settings').send({ enabled: false }).expect(200)
    expect(await isAsked(end)).toBe(!isOff)
  })
})

test('switching it off ends the open talk, and switching it on lets the next one begin', async () => {
  const fake = await createFakeVoiceProvider()
  const { app, db } = await createTestApp({ voiceProvider: fake.create() })
  const ana = await createUser(db)
  const asAna = await signIn(app, ana)
  await beginTalk(asAna)
  await asAna.put('/api/ai-settings').send({ enabled: false }).expect(200)
  await expect.poll(() => db.$count(voiceCalls)).toBe(0)
  expect(fake.hungUp).toHaveLength(1)
  await keyFor(asAna).expect(503)
  await asAna.put('/api/ai-settings').send({ enabled: true }).expect(200)
  await keyFor(asAna).expect(200)
})

test.each([
  [{ TEXT_BASE_URL: baseUrl, TEXT_MODEL: 'small' }, true, 'Voice is not set up on this server'],
  [{ REALTIME_BASE_URL: baseUrl, TEXT_MODEL: 'small' }, false, undefined],
])('of %j one model is set up, and the other says that it is not', async (settings, hasText, message) => {
  const { app, ctx, db } = await createTestApp({ settings })
  expect(Boolean(ctx.textModel)).toBe(hasText)
  const { status, body } = await keyFor(await signIn(app, await createUser(db)))
  expect([status, body.message]).toEqual([message ? 503 : 200, message])
})
