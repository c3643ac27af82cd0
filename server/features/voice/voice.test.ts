import type { IncomingMessage, ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import request from 'supertest'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createVoiceKeys } from '../../senders/voice-provider'
import { createUser } from '../../test/factories'
import { captureLog } from '../../test/log'
import type { Client } from '../../test/people'
import { serve } from '../../test/serve'
import { createTestApp, signIn } from '../../test/test-app'

type Asked = { url?: string; authorization?: string; body: Record<string, never> }
type Answer = (res: ServerResponse) => unknown

const expires_at = 1_800_000_000
const asked: Asked[] = []
let answer: Answer
const json200: Answer = (res) => res.end(JSON.stringify({ value: 'ek_test', expires_at, session: {} }))
const refuse =
  (status: number): Answer =>
  (res) =>
    res.writeHead(status).end(JSON.stringify({ error: { message: 'sk-server is no good' } }))

const provider = await serve()
const ask = async (req: IncomingMessage, res: ServerResponse) => {
  const body = (await json(req)) as Asked['body']
  asked.push({ url: req.url, authorization: req.headers.authorization, body })
  answer(res)
}
provider.handle((req, res) => void ask(req, res))

const settings = {
  baseUrl: `${provider.origin}/v1`,
  apiKey: 'sk-server',
  callsUrl: `${provider.origin}/v1/realtime/calls`,
  model: 'gpt-realtime',
  voice: undefined,
  transcriptionModel: 'gpt-4o-mini-transcribe',
}
let time = new Date('2026-11-21T08:00:00Z')
const logged = captureLog()
const voiceKeys = createVoiceKeys(settings)
const { app, db } = await createTestApp({ voiceKeys, now: () => time, log: logged.log })
const path = '/api/voice/ephemeral-key'

let asAna: Client
beforeEach(async () => {
  asked.length = 0
  logged.clear()
  answer = json200
  asAna = await signIn(app, await createUser(db))
})

test('answers with a key that is bound to the way Lisa talks', async () => {
  const { body, headers } = await asAna.post(path).send({}).expect(200)
  expect(body).toEqual({
    value: 'ek_test',
    expiresAt: expires_at,
    model: 'gpt-realtime',
    callsUrl: settings.callsUrl,
  })
  expect(headers['cache-control']).toBe('no-store')
  expect(asked).toEqual([
    {
      url: '/v1/realtime/client_secrets',
      authorization: 'Bearer sk-server',
      body: {
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
      },
    },
  ])
})

test('the page may reach the address of the calls', async () => {
  const { headers } = await request(app).get('/healthz')
  expect(headers['content-security-policy']).toContain(`connect-src 'self' ${provider.origin};`)
})

test('model, voice and no transcription are settings', async () => {
  const keys = createVoiceKeys({
    ...settings,
    model: 'other',
    voice: 'marin',
    transcriptionModel: undefined,
    demo: true,
  })
  expect(await keys.create()).toMatchObject({ model: 'other', demo: true })
  expect(asked[0]?.body).toMatchObject({
    session: { model: 'other', audio: { input: { transcription: null }, output: { voice: 'marin' } } },
  })
})

test('a key of another form is passed on with a mark, but not when it is from OpenAI', async () => {
  answer = (res) => res.end(JSON.stringify({ value: 'of-a-proxy', expires_at }))
  const { body } = await asAna.post(path).send({}).expect(200)
  expect(body).toMatchObject({ value: 'of-a-proxy', insecure: true })

  const fetched = vi
    .spyOn(globalThis, 'fetch')
    .mockResolvedValue(Response.json({ value: 'other', expires_at }))
  onTestFinished(() => fetched.mockRestore())
  const openAi = createVoiceKeys({ ...settings, baseUrl: 'https://api.openai.com/v1' })
  expect(await openAi.create()).not.toHaveProperty('insecure')
})

test('signed out is 401 and asks nobody', async () => {
  await request(app).post(path).send({}).expect(401)
  expect(asked).toEqual([])
})

test('where voice is not set up it is 503 with a sentence', async () => {
  const { app, db } = await createTestApp()
  const client = await signIn(app, await createUser(db))
  await client.post(path).send({}).expect(503, { message: 'Voice is not set up on this server' })
})

describe('a provider that fails is 502 with a sentence of ours, which is in the log too', () => {
  test.each<[string, Answer, RegExp]>([
    ['refuses the key', refuse(401), /refuses this server's key/],
    ['is over its quota', refuse(429), /busy or over its limit/],
    ['is broken', refuse(500), /problem on its side/],
    ['knows no such model', refuse(400), /does not accept this server's settings \(status 400\)/],
    ['sends no JSON', (res) => res.end('sk-server'), /cannot be used/],
    ['sends no key', (res) => res.end('{"expires_at":1}'), /cannot be used/],
    ['sends null', (res) => res.end('null'), /cannot be used/],
    [
      "sends back the server's own key",
      (res) => res.end(JSON.stringify({ value: 'sk-server', expires_at })),
      /own key/,
    ],
    ['hangs up', (res) => res.destroy(), /cannot be reached/],
    [
      'sends elsewhere',
      (res) => res.writeHead(307, { Location: provider.origin }).end(),
      /cannot be reached/,
    ],
  ])('%s', async (_, how, sentence) => {
    answer = how
    const { body } = await asAna.post(path).send({}).expect(502)
    expect(body.message).toMatch(sentence)
    const warnings = logged.lines.filter((line) => line.includes('Voice provider gave no key'))
    expect(warnings.map((line) => JSON.parse(line))).toMatchObject([{ level: 40, reason: body.message }])
    expect(logged.text()).not.toContain('Request failed')
    for (const shown of [JSON.stringify(body), logged.text()]) expect(shown).not.toContain('sk-server')
  })

  test.each<[string, Answer]>([
    ['is too slow', () => {}],
    ['is too slow in the middle of its answer', (res) => res.write('{"value":')],
  ])('%s', async (_, how) => {
    answer = how
    const hurried = await createTestApp({ voiceKeys: createVoiceKeys(settings, 100) })
    const client = await signIn(hurried.app, await createUser(hurried.db))
    await client.post(path).send({}).expect(502, { message: 'The voice provider did not answer in time' })
  })
})

describe('the limit', () => {
  test('is 10 keys an hour for each user', async () => {
    for (let i = 0; i < 10; i++) await asAna.post(path).send({}).expect(200)
    const { headers } = await asAna.post(path).send({}).expect(429)
    expect(Number(headers['retry-after'])).toBeGreaterThan(3500)
    expect(asked).toHaveLength(10)

    const asBen = await signIn(app, await createUser(db))
    await asBen.post(path).send({}).expect(200)
    time = new Date(time.getTime() + 60 * 60 * 1000)
    await asAna.post(path).send({}).expect(200)
  })

  test('does not count what failed', async () => {
    answer = refuse(500)
    for (let i = 0; i < 12; i++) await asAna.post(path).send({}).expect(502)
    answer = json200
    await asAna.post(path).send({}).expect(200)
  })
})
