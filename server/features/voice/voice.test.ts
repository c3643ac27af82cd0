import { eq } from 'drizzle-orm'
import request from 'supertest'
import { beforeEach, describe, expect, test } from 'vitest'
import { voiceKeys } from '@shared/schema'
import { createUser } from '../../test/factories'
import {
  type Answer,
  createFakeVoiceProvider,
  keyFor,
  refuse,
  sendOffer,
} from '../../test/fake-voice-provider'
import { captureLog } from '../../test/log'
import type { Client } from '../../test/people'
import { createTestApp, signIn } from '../../test/test-app'
import { safetyIdentifier } from './voice-routes'

const start = new Date('2026-11-21T08:00:00Z')
let time = start
const logged = captureLog()
const provider = await createFakeVoiceProvider()
const { app, ctx, db } = await createTestApp({
  voiceProvider: provider.create({}, undefined, logged.log),
  now: () => time,
  log: logged.log,
})

let ana: { id: string }
let asAna: Client
beforeEach(async () => {
  time = start
  provider.reset(start)
  logged.clear()
  ana = await createUser(db)
  asAna = await signIn(app, ana)
})

test('answers with a key that is bound to the way Lisa talks', async () => {
  const { body, headers } = await keyFor(asAna).expect(200)
  expect(body).toEqual({
    value: expect.stringMatching(/^ek_[\w-]{43}$/),
    expiresAt: provider.expiresAt,
    model: 'gpt-realtime',
    callsUrl: 'http://localhost:3000/api/voice/calls',
    talkId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    seconds: 900,
    transcriptionModels: ['gpt-4o-mini-transcribe', 'writer-2'],
  })
  expect(headers['cache-control']).toBe('no-store')
  expect(provider.asked).toEqual([
    {
      url: '/v1/realtime/client_secrets',
      authorization: 'Bearer sk-server',
      user: expect.stringMatching(/^[\w-]{43}$/),
      type: 'application/json',
      body: JSON.stringify({
        expires_after: { anchor: 'created_at', seconds: 600 },
        session: {
          type: 'realtime',
          model: 'gpt-realtime',
          output_modalities: ['audio'],
          audio: {
            input: {
              format: { type: 'audio/pcm', rate: 24_000 },
              transcription: { model: 'gpt-4o-mini-transcribe' },
              turn_detection: { type: 'semantic_vad', eagerness: 'low' },
            },
            output: { format: { type: 'audio/pcm', rate: 24_000 }, speed: 1 },
          },
        },
      }),
    },
  ])
})

test("the provider's key is stored until it is used or has expired, and is never shown", async () => {
  const { body } = await keyFor(asAna)
  const [kept] = await db.select().from(voiceKeys).where(eq(voiceKeys.userId, ana.id))
  expect(kept).toMatchObject({ userId: ana.id, talkId: body.talkId })
  expect(JSON.stringify(body)).not.toContain(kept?.providerKey)
  await sendOffer(asAna, body.value).expect(201)
  expect(await db.$count(voiceKeys, eq(voiceKeys.userId, ana.id))).toBe(0)
})

test('the provider is told one user from another, and who neither is', async () => {
  const ben = await createUser(db)
  for (const client of [asAna, await signIn(app, ben), asAna]) {
    const { body } = await keyFor(client)
    await sendOffer(client, body.value).expect(201)
  }
  const [first, , second, , third] = provider.askedFor('s').map(({ user }) => user)
  expect(first).toBe(third)
  expect(first).not.toBe(second)
  for (const id of [ana.id, ben.id]) expect(JSON.stringify(provider.asked)).not.toContain(id)
  // Keyed, so that nobody can compute it from an id.
  expect(safetyIdentifier(ctx.secrets, ana.id)).toBe(first)
  expect(safetyIdentifier({ ...ctx.secrets, session: ['another'] }, ana.id)).not.toBe(first)
})

test('the page may connect to the app and to nothing else', async () => {
  const { headers } = await request(app).get('/healthz')
  expect(headers['content-security-policy']).toContain("connect-src 'self';")
})

test.each([
  ['of a confirmed phone number', { phoneNumber: '+33639981234' }, 'FR'],
  ['of no number that waits for its code', { pendingPhoneNumber: '+33639981235' }, null],
  ['of none where there is none', { phoneNumber: null }, null],
])('for help it tells the country %s, and no more of it', async (_, numbers, phoneCountry) => {
  const asUser = await signIn(app, await createUser(db, numbers))
  const { body } = await asUser.get('/api/voice/help').expect(200)
  expect(body).toEqual({ contact: null, phoneCountry })
})

test('model, voice and no transcription are settings', async () => {
  const other = { model: 'other', voice: 'marin', transcriptionModel: undefined, demo: true }
  const { app, db } = await createTestApp({ voiceProvider: provider.create(other) })
  const { body } = await keyFor(await signIn(app, await createUser(db))).expect(200)
  expect(body).toMatchObject({ model: 'other', transcriptionModels: [], demo: true })
  expect(JSON.parse(provider.askedFor('client_secrets')[0]?.body ?? '')).toMatchObject({
    session: { model: 'other', audio: { input: { transcription: null }, output: { voice: 'marin' } } },
  })
})

test('signed out is 401 and asks nobody', async () => {
  await request(app).post('/api/voice/ephemeral-key').send({}).expect(401)
  expect(provider.asked).toEqual([])
})

test('where voice is not set up it is 503 with a sentence', async () => {
  const { app, db } = await createTestApp()
  const client = await signIn(app, await createUser(db))
  const sentence = { message: 'Voice is not set up on this server' }
  await keyFor(client).expect(503, sentence)
  await sendOffer(client, 'ek_1').expect(503, sentence)
  await client.delete('/api/voice/calls').expect(204)
})

describe('a provider that fails is 502 with a sentence of ours, which is in the log too', () => {
  test.each<[string, Answer, RegExp]>([
    ['refuses the key', refuse(401), /refuses this server's key/],
    ['is over its quota', refuse(429), /busy or over its limit/],
    ['is broken', refuse(500), /problem on its side/],
    ['does not like the settings', refuse(400), /does not accept this server's settings \(status 400\)/],
    ['sends no JSON', (res) => res.end('sk-server'), /cannot be used/],
    ['sends no key', (res) => res.end('{"expires_at":1}'), /cannot be used/],
    ['sends a time that is none', (res) => res.end('{"value":"ek_1","expires_at":1e300}'), /cannot be used/],
    ['sends null', (res) => res.end('null'), /cannot be used/],
    ['sends without end', (res) => res.end('x'.repeat(100_000)), /cannot be used/],
    ['hangs up', (res) => res.destroy(), /cannot be reached/],
    ['hangs up in the middle', (res) => res.write('{', () => res.destroy()), /cannot be reached/],
    [
      'sends elsewhere',
      (res) => res.writeHead(307, { Location: provider.origin }).end(),
      /cannot be reached/,
    ],
  ])('%s', async (_, how, sentence) => {
    provider.onKey = how
    const { body } = await keyFor(asAna).expect(502)
    expect(body.message).toMatch(sentence)
    const warnings = logged.lines.filter((line) => line.includes('Voice provider failed'))
    expect(warnings.map((line) => JSON.parse(line))).toMatchObject([{ level: 40, reason: body.message }])
    expect(logged.text()).not.toContain('Request failed')
    for (const shown of [JSON.stringify(body), logged.text()]) expect(shown).not.toContain('sk-server')
  })

  test.each<[string, Answer]>([
    ['is too slow', () => {}],
    ['is too slow in the middle of its answer', (res) => res.write('{"value":')],
  ])('%s', async (_, how) => {
    provider.onKey = how
    const hurried = await createTestApp({ voiceProvider: provider.create({}, 100) })
    const client = await signIn(hurried.app, await createUser(hurried.db))
    await keyFor(client).expect(502, { message: 'The voice provider did not answer in time' })
  })
})
