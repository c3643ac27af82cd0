import request from 'supertest'
import { beforeEach, expect, test } from 'vitest'
import { createUser } from '../../test/factories'
import { createFakeVoiceProvider, keyFor, sendOffer } from '../../test/fake-voice-provider'
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
  provider.reset()
  logged.clear()
  ana = await createUser(db)
  asAna = await signIn(app, ana)
})

test('answers with a key of its own, and asks no provider for one', async () => {
  const { body, headers } = await keyFor(asAna).expect(200)
  expect(body).toEqual({
    value: expect.stringMatching(/^ek_[\w-]{43}$/),
    expiresAt: start.getTime() / 1_000 + 600,
    model: 'gpt-realtime',
    callsUrl: 'http://localhost:3000/api/voice/calls',
    talkId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    seconds: 900,
    tokens: 200_000,
    transcriptionModels: ['gpt-4o-mini-transcribe', 'writer-2'],
  })
  expect(headers['cache-control']).toBe('no-store')
  expect(provider.asked).toEqual([])
})

test('the provider is told one user from another, and who neither is', async () => {
  const ben = await createUser(db)
  for (const client of [asAna, await signIn(app, ben), asAna]) {
    const { body } = await keyFor(client)
    await sendOffer(client, body.value).expect(201)
  }
  const [first, second, third] = provider.askedFor('/calls').map(({ user }) => user)
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
  const client = await signIn(app, await createUser(db))
  const { body } = await keyFor(client).expect(200)
  expect(body).toMatchObject({ model: 'other', transcriptionModels: [], transcription: false, demo: true })
  await sendOffer(client, body.value).expect(201).expect('X-Lisa-Transcription', 'off')
  expect(JSON.parse(provider.askedFor('/calls')[0]?.form.session ?? '')).toMatchObject({
    model: 'other',
    audio: { input: { transcription: null }, output: { voice: 'marin' } },
  })
})

test('with a server that may not say what came from its cache, the tokens of a talk have no limit', async () => {
  const { app, db } = await createTestApp({ voiceProvider: provider.create({ dialect: 'json' }) })
  const { body } = await keyFor(await signIn(app, await createUser(db))).expect(200)
  expect(body).not.toHaveProperty('tokens')
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
