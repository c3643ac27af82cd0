import { beforeEach, describe, expect, test } from 'vitest'
import { type Answer, createFakeVoiceProvider, offer, refuse } from '../test/fake-voice-provider'
import { captureLog } from '../test/log'

const fake = await createFakeVoiceProvider()
const logged = captureLog()
beforeEach(() => {
  fake.reset(new Date())
  logged.clear()
})

type Session = { model: string; audio: { input: { transcription: { model: string } } } }
const sessions = () => fake.askedFor('client_secrets').map(({ body }) => JSON.parse(body).session as Session)
const models = () => sessions().map(({ model }) => model)
const transcriptions = () => sessions().map(({ audio }) => audio.input.transcription.model)
const warnings = () => logged.lines.filter((line) => line.includes('no longer has a model'))

/** The answers that providers are known to give. */
const noModel = (model: string) => ({
  message: `The model \`${model}\` does not exist or you do not have access to it.`,
  type: 'invalid_request_error',
  code: 'model_not_found',
  param: '',
})
const noTranscription = {
  message: "Invalid value: 'gpt-4o-mini-transcribe'. Supported values are: 'writer-2'.",
  type: 'invalid_request_error',
  code: 'invalid_value',
  param: 'session.audio.input.transcription.model',
}
/** Refuses as many keys with these errors, and gives the next one. */
const refuseKeys = (...refusals: Answer[]) => {
  fake.onKey = (res) => {
    const refusal = refusals.shift()
    if (refusal) return refusal(res)
    return res.end(JSON.stringify({ value: 'ek_1', expires_at: fake.expiresAt }))
  }
}

describe('a model that the provider no longer has', () => {
  test.each([
    ['404 and its code', 404, noModel('gpt-realtime')],
    ['403 and its code', 403, noModel('gpt-realtime')],
    ['its parameter', 400, { code: 'invalid_value', param: 'session.model', message: 'Invalid value' }],
    ['another code', 400, { code: 'invalid_model', message: 'Model "gpt-realtime" is not supported' }],
  ])('is replaced by the next one at once, which is kept and logged once: %s', async (_, status, error) => {
    const provider = fake.create({}, undefined, logged.log)
    refuseKeys(refuse(status, error))
    expect(await provider.createKey('ana')).toMatchObject({ model: 'second' })
    expect(await provider.createKey('ben')).toMatchObject({ model: 'second' })
    expect(models()).toEqual(['gpt-realtime', 'second', 'second'])
    expect(new Set(transcriptions())).toEqual(new Set(['gpt-4o-mini-transcribe']))
    expect(provider.model()).toBe('second')
    expect(warnings().map((line) => JSON.parse(line))).toMatchObject([
      { level: 40, gone: 'gpt-realtime', next: 'second' },
    ])
  })

  test('is replaced for transcription alone where only that is gone', async () => {
    const provider = fake.create({}, undefined, logged.log)
    refuseKeys(refuse(400, noTranscription))
    expect(await provider.createKey('ana')).toMatchObject({ model: 'gpt-realtime' })
    refuseKeys(refuse(404, noModel('writer-2')))
    await expect(provider.createKey('ana')).rejects.toThrow('no longer has a model of this server')
    expect(transcriptions()).toEqual(['gpt-4o-mini-transcribe', 'writer-2', 'writer-2'])
    expect(warnings()).toHaveLength(1)
  })

  test('is replaced once for many that ask at the same moment', async () => {
    const provider = fake.create({}, undefined, logged.log)
    fake.onKey = (res) => {
      if (models().at(-1) === 'gpt-realtime') return refuse(404, noModel('gpt-realtime'))(res)
      return res.end(JSON.stringify({ value: 'ek_1', expires_at: fake.expiresAt }))
    }
    const keys = await Promise.all(['a', 'b', 'c', 'd'].map((user) => provider.createKey(user)))
    expect(keys.map(({ model }) => model)).toEqual(Array(4).fill('second'))
    expect(warnings()).toHaveLength(1)
  })

  test('without another one is a failure, with no end of asking', async () => {
    const provider = fake.create({}, undefined, logged.log)
    fake.onKey = refuse(404, { code: 'model_not_found' })
    for (let i = 0; i < 2; i++)
      await expect(provider.createKey('ana')).rejects.toThrow(
        'The voice provider no longer has a model of this server',
      )
    expect(models()).toEqual(['gpt-realtime', 'second', 'third', 'third'])
  })

  test('may only be missed when the call begins: then the next key is for the next model', async () => {
    const provider = fake.create({}, undefined, logged.log)
    const { value, model } = await provider.createKey('ana')
    fake.onCall = refuse(403, noModel('gpt-realtime'))
    await expect(provider.call(offer, { value, model }, 'ana')).rejects.toThrow(/Try again/)
    expect(await provider.createKey('ana')).toMatchObject({ model: 'second' })
    // A key from before does not take away the next one as well.
    await expect(provider.call(offer, { value, model }, 'ana')).rejects.toThrow(/Try again/)
    expect(provider.model()).toBe('second')
  })
})

test.each([
  [401, { code: 'invalid_api_key', message: 'Incorrect API key provided' }],
  [429, { code: 'insufficient_quota' }],
  [400, { code: 'unknown_parameter', param: 'session.speed' }],
  [500, {}],
])('%i %j is about no model', async (status, error) => {
  const provider = fake.create({}, undefined, logged.log)
  fake.onKey = refuse(status, error)
  await expect(provider.createKey('ana')).rejects.toThrow(/^The voice provider /)
  expect(models()).toEqual(['gpt-realtime'])
  expect(warnings()).toEqual([])
})
