import { eq } from 'drizzle-orm'
import request from 'supertest'
import { beforeEach, describe, expect, test } from 'vitest'
import { voiceCalls, voiceTalks } from '@shared/schema'
import { keysFor, type Secrets } from '../../secrets'
import {
  type Answer,
  beginTalk,
  createFakeVoiceProvider,
  keyFor,
  offer,
  refuse,
  sdpAnswer,
  sendOffer,
} from '../../test/fake-voice-provider'
import { createUser } from '../../test/factories'
import { captureLog } from '../../test/log'
import { type Client, signInAnaAndBen, type User } from '../../test/people'
import { createTestApp, signIn } from '../../test/test-app'

const start = new Date('2026-11-21T08:00:00Z')
let time = start
const logged = captureLog()
const provider = await createFakeVoiceProvider()
const voiceProvider = provider.create({}, 2_000, logged.log)
const { app, ctx, db } = await createTestApp({ voiceProvider, now: () => time, log: logged.log })

let ana: User
let asAna: Client
let asBen: Client
beforeEach(async () => {
  time = start
  provider.reset()
  await db.delete(voiceCalls)
  logged.clear()
  ;({ ana, asAna, asBen } = await signInAnaAndBen(app, db))
})

const talksOfAna = () => db.select().from(voiceTalks).where(eq(voiceTalks.userId, ana.id))
const callOf = async (talkId: string) => {
  const [call] = await db.select().from(voiceCalls).where(eq(voiceCalls.talkId, talkId))
  return call?.callId
}

test("passes the offer on with the server's key and the way Lisa talks, and gives the answer back", async () => {
  const { body: key } = await keyFor(asAna)
  const answer = await sendOffer(asAna, key.value).responseType('blob').expect(201)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/sdp',
    location: `/api/voice/calls/${key.talkId}`,
    'cache-control': 'no-store',
  })
  expect(String(answer.body)).toBe(sdpAnswer)
  expect(provider.asked).toHaveLength(1)
  const [{ form, ...asked } = {}] = provider.asked
  expect(asked).toEqual({
    body: expect.any(String),
    url: '/v1/realtime/calls',
    authorization: 'Bearer sk-server',
    user: expect.stringMatching(/^[\w-]{43}$/),
    type: 'multipart/form-data',
  })
  expect(form?.sdp).toBe(offer)
  expect(JSON.parse(form?.session ?? '')).toEqual({
    type: 'realtime',
    model: 'gpt-realtime',
    output_modalities: ['audio'],
    audio: {
      input: {
        format: { type: 'audio/pcm', rate: 24_000 },
        transcription: { model: 'gpt-4o-mini-transcribe' },
        turn_detection: { type: 'semantic_vad', eagerness: 'low' },
        noise_reduction: { type: 'far_field' },
      },
      output: { format: { type: 'audio/pcm', rate: 24_000 }, speed: 1 },
    },
    max_output_tokens: 2_400,
    truncation: {
      type: 'retention_ratio',
      retention_ratio: 0.8,
      token_limits: { post_instructions: 16_000 },
    },
  })
  expect(await talksOfAna()).toMatchObject([
    {
      id: key.talkId,
      localDate: '2026-11-21',
      begunAt: start,
      endsAt: new Date(start.getTime() + 15 * 60_000),
      endedAt: null,
    },
  ])
  expect(await callOf(key.talkId)).toMatch(/^rtc_\d+$/)
})

describe('the key', () => {
  test('is good for one offer, of ten at the same moment too', async () => {
    const { body: key } = await keyFor(asAna)
    const answers = await Promise.all(Array.from({ length: 10 }, () => sendOffer(asAna, key.value)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(401)])
    expect(provider.askedFor('/calls')).toHaveLength(1)
    await sendOffer(asAna, key.value).expect(401)
    expect(await talksOfAna()).toHaveLength(1)
  })

  test('is worth nothing to a stranger, who spends neither it nor his own', async () => {
    const { body: anas } = await keyFor(asAna)
    const { body: bens } = await keyFor(asBen)
    await sendOffer(asBen, anas.value).expect(401, { message: 'Unauthorized' })
    await sendOffer(request.agent(app).set('Origin', ctx.env.appUrl), anas.value).expect(401)
    expect(provider.askedFor('/calls')).toEqual([])
    await sendOffer(asAna, anas.value).expect(201)
    await sendOffer(asBen, bens.value).expect(201)
  })

  test('has to be there, whole and ours', async () => {
    const { body: key } = await keyFor(asAna)
    for (const value of [
      '',
      'ek_',
      `${key.value}x`,
      key.value.slice(0, -1),
      key.talkId,
      'sk-server',
      'ek_provider_1',
    ])
      await sendOffer(asAna, value).expect(401)
    await asAna.post('/api/voice/calls').set('Content-Type', 'application/sdp').send(offer).expect(401)
    await sendOffer(asAna, key.value).expect(201)
  })

  test('expires', async () => {
    const { body: key } = await keyFor(asAna)
    time = new Date(start.getTime() + 600_000)
    await sendOffer(asAna, key.value).expect(401)
  })

  test('survives a change of the session secret', async () => {
    const { body: key } = await keyFor(asAna)
    const secrets: Secrets = { ...ctx.secrets, session: ['a newer secret', ...ctx.secrets.session] }
    const newer = await createTestApp({ voiceProvider, now: () => time, secrets, pool: ctx.pool })
    expect(keysFor(secrets, 'voice keys')[0]).not.toBe(keysFor(ctx.secrets, 'voice keys')[0])
    await sendOffer(await signIn(newer.app, ana), key.value).expect(201)
  })

  test.each([
    ['no offer', 'application/sdp', 'hello', 400],
    ['too long', 'application/sdp', offer + 'a=x\r\n'.repeat(10_000), 413],
    ['JSON', 'application/json', '{"sdp":"v=0"}', 415],
  ])('is not spent by a body that is %s', async (_, type, body, status) => {
    const { body: key } = await keyFor(asAna)
    await asAna
      .post('/api/voice/calls')
      .set({ Authorization: `Bearer ${key.value}`, 'Content-Type': type })
      .send(body)
      .expect(status)
    await sendOffer(asAna, key.value).expect(201)
  })

  test('does nothing for a page of another site', async () => {
    const { body: key } = await keyFor(asAna)
    await sendOffer(asAna, key.value).set('Origin', 'https://evil.test').expect(403)
    await sendOffer(asAna, key.value).expect(201)
  })
})

test('a voice server that is full is answered with 503 and when to try again', async () => {
  provider.onCall = (res) => res.writeHead(503).end('{"error":{"type":"session_limit_reached"}}')
  const small = await createTestApp({ voiceProvider: provider.create({ dialect: 'sdp' }), now: () => time })
  const client = await signIn(small.app, await createUser(small.db))
  const { body: key } = await keyFor(client).expect(200)
  expect(key.session).toMatchObject({ type: 'realtime', audio: {} })
  const message = 'Somebody else is talking to Lisa. Try again in a few minutes.'
  await sendOffer(client, key.value).expect(503, { message }).expect('Retry-After', '60')
  for (let i = 0; i < 10; i++) await keyFor(client).expect(200)
})

describe('a provider that fails gives the minutes back', () => {
  const answerWith =
    (status: number, body: string, headers: Record<string, string> = {}): Answer =>
    (res) =>
      res.writeHead(status, headers).end(body)
  const location = { Location: '/v1/realtime/calls/rtc_1' }

  test.each<[string, Answer, RegExp]>([
    ['silent', () => {}, /did not answer in time/],
    ['broken', refuse(500), /problem on its side/],
    ['over its limit', refuse(429), /busy or over its limit/],
    ['refusing the key', refuse(401), /refuses this server's key/],
    ['not liking the settings', refuse(400), /does not accept this server's settings \(status 400\)/],
    ['hanging up', (res) => res.destroy(), /cannot be reached/],
    ['hanging up in the middle', (res) => res.write('v=0', () => res.destroy()), /cannot be used/],
    ['slow in the middle of its answer', (res) => res.write('v=0'), /did not answer in time/],
    [
      'sending elsewhere',
      (res) => res.writeHead(307, { Location: provider.origin }).end(),
      /cannot be reached/,
    ],
    ['answering without end', answerWith(201, `v=0${'x'.repeat(200_000)}`, location), /cannot be used/],
    ['answering with something else', answerWith(201, 'sk-server', location), /cannot be used/],
    ['not saying which call it is', answerWith(201, sdpAnswer), /cannot be used/],
    ['naming a strange call', answerWith(201, sdpAnswer, { Location: '/calls/a%2Fb' }), /cannot be used/],
  ])('%s', async (_, how, sentence) => {
    provider.onCall = how
    const { body: key } = await keyFor(asAna)
    const { body } = await sendOffer(asAna, key.value).expect(502)
    expect(body.message).toMatch(sentence)
    const warnings = logged.lines.filter((line) => line.includes('Voice provider failed'))
    expect(warnings.map((line) => JSON.parse(line))).toMatchObject([{ level: 40, reason: body.message }])
    expect(logged.text()).not.toContain('Request failed')
    expect(await talksOfAna()).toEqual([])
    for (const shown of [JSON.stringify(body), logged.text()]) {
      expect(shown).not.toContain('sk-server')
      expect(shown).not.toContain('v=0')
    }
    provider.onCall = undefined
    await sendOffer(asAna, key.value).expect(401)
    expect(await beginTalk(asAna)).toMatchObject({ seconds: 900 })
  })
})
