import type { ServerResponse } from 'node:http'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type Answer,
  createFakeVoiceProvider,
  offer,
  refuse,
  sdpAnswer,
} from '../../test/fake-voice-provider'
import { openai } from './openai'

const fake = await createFakeVoiceProvider()
beforeEach(fake.reset)

const asked = () => fake.asked.map(({ url, type, body }) => [url, type, body])
const json =
  (body: object): Answer =>
  (res) =>
    res.writeHead(201).end(JSON.stringify(body))

test('json: offer and settings are sent as JSON, the answer has the id of the call, and the call cannot be hung up', async () => {
  const provider = fake.create({ dialect: 'json' })
  const session = provider.session()
  expect(session).toMatchObject({ type: 'realtime', audio: { input: {} } })
  // The model may be replaced before the offer comes.
  expect(session).not.toHaveProperty('model')
  fake.onCall = json({ sdp: sdpAnswer, session_id: 'sess_1' })
  expect(await provider.call(offer, 'ana')).toEqual({ id: 'sess_1', answer: sdpAnswer })
  expect(asked()).toEqual([['/v1/realtime/calls', 'application/json', expect.any(String)]])
  const model = 'gpt-realtime'
  expect(JSON.parse(fake.asked[0]?.body ?? '')).toEqual({ sdp: offer, model, session: { ...session, model } })
  expect(await provider.hangUp('sess_1')).toBe('impossible')
  expect(provider.sideband).toBeUndefined()
  expect(fake.asked).toHaveLength(1)
})

test.each<[string, Answer]>([
  ['an answer that is not JSON', (res) => res.writeHead(201).end(sdpAnswer)],
  ['an answer without the id of the call', json({ sdp: sdpAnswer })],
  ['an answer without SDP', json({ sdp: 'busy', session_id: 'sess_1' })],
])('json: %s cannot be used', async (_, answer) => {
  fake.onCall = answer
  await expect(fake.create({ dialect: 'json' }).call(offer, 'ana')).rejects.toThrow(/cannot be used/)
})

test('sdp: the offer goes alone, and DELETE hangs up the call', async () => {
  const provider = fake.create({ dialect: 'sdp' })
  expect(provider.session()).toMatchObject({ type: 'realtime' })
  const { id, answer } = await provider.call(offer, 'ana')
  expect(answer).toBe(sdpAnswer)
  expect(await provider.hangUp(id)).toBe('done')
  expect(provider.sideband).toBeUndefined()
  expect(asked()).toEqual([
    ['/v1/realtime/calls', 'application/sdp', offer],
    [`/v1/realtime/calls/${id}`, undefined, ''],
  ])
  fake.onHangUp = refuse(404)
  expect(await provider.hangUp(id)).toBe('unknown')
})

const begun = (res: ServerResponse) => res.writeHead(201, { Location: '/v1/realtime/calls/rtc_9' })
describe.each(['openai', 'sdp'])('%s: a call is hung up if its answer', (dialect) => {
  test.each<[string, Answer]>([
    ['has no SDP', (res) => begun(res).end('busy')],
    ['is too long', (res) => begun(res).end(sdpAnswer.padEnd(100_000))],
    ['comes too late', (res) => setTimeout(() => begun(res).end(sdpAnswer), 200)],
    ['is sent too slowly', (res) => begun(res).write('v=0', () => setTimeout(() => res.end(), 200))],
    ['breaks off', (res) => begun(res).write('v=0', () => setTimeout(() => res.destroy(), 20))],
  ])('%s', async (_, answer) => {
    fake.onCall = answer
    await expect(fake.create({ dialect }, 100).call(offer, 'ana')).rejects.toThrow(/in time|cannot be used/)
    await vi.waitFor(() => expect(fake.hungUp).toEqual(['rtc_9']))
  })
})

test('the language of the transcription goes along', async () => {
  const provider = fake.create({ dialect: 'json', transcriptionLanguage: 'de' })
  expect(provider.session()?.audio.input.transcription).toEqual({
    model: 'gpt-4o-mini-transcribe',
    language: 'de',
  })
})

// speech-to-speech that was installed without what it needs for WebRTC.
test('sdp: a server that cannot talk over WebRTC is not called busy', async () => {
  fake.onCall = refuse(501)
  const call = fake.create({ dialect: 'sdp' }).call(offer, 'ana')
  await expect(call).rejects.toThrow('The voice provider is not able to talk over WebRTC')
})

test('sdp: a full server is reported as busy, with the time to try again', async () => {
  const busy = {
    kind: 'transient',
    message: 'Somebody else is talking to Lisa. Try again in a few minutes.',
  }
  const full = JSON.stringify({ type: 'error', error: { type: 'session_limit_reached' } })
  const provider = fake.create({ dialect: 'sdp' })
  fake.onCall = (res) => res.writeHead(503).end(full)
  await expect(provider.call(offer, 'ana')).rejects.toMatchObject({ ...busy, retryAfterSeconds: 60 })
  fake.onCall = (res) => res.writeHead(503, { 'Retry-After': '120' }).end(full)
  await expect(provider.call(offer, 'ana')).rejects.toMatchObject({ ...busy, retryAfterSeconds: 120 })
})

test.each(['json', 'sdp'])('%s: a server that a proxy cannot reach is not called busy', async (dialect) => {
  fake.onCall = (res) => res.writeHead(503).end('<h1>Starting</h1>')
  await expect(fake.create({ dialect }).call(offer, 'ana')).rejects.toThrow('has a problem on its side')
})

test('openai: the settings go with the offer, so the page gets none; a reasoning model is set to low effort', async () => {
  const settings = async (model: string) => {
    const provider = fake.create({ model })
    expect(provider.session()).toBeUndefined()
    await provider.call(offer, 'ana')
    return JSON.parse(fake.asked.at(-1)?.form.session ?? '')
  }
  for (const model of ['gpt-realtime', 'gpt-realtime-2025-08-28', 'gpt-realtime-1.5'])
    expect(await settings(model)).not.toHaveProperty('reasoning')
  for (const model of ['gpt-realtime-2', 'gpt-realtime-2.1', 'gpt-realtime-2-2026-05-01'])
    expect(await settings(model)).toMatchObject({ reasoning: { effort: 'low' } })
})

test('openai: the address for the events of a call is derived from the address for offers', () => {
  expect(openai.sideband?.('https://api.openai.com/v1/realtime/calls', 'rtc_1')).toBe(
    'wss://api.openai.com/v1/realtime?call_id=rtc_1',
  )
})
