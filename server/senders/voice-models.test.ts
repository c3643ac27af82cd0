import { beforeEach, describe, expect, test } from 'vitest'
import { type Answer, createFakeVoiceProvider, offer, refuse, sdpAnswer } from '../test/fake-voice-provider'
import { captureLog } from '../test/log'

const fake = await createFakeVoiceProvider()
const logged = captureLog()
beforeEach(() => {
  fake.reset(new Date())
  logged.clear()
})

type Session = { model: string; audio: { input: { transcription: { model: string } | null } } }
const sessions = () => fake.askedFor('client_secrets').map(({ body }) => JSON.parse(body).session as Session)
const models = () => sessions().map(({ model }) => model)
const transcriptions = () => sessions().map(({ audio }) => audio.input.transcription?.model)
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
    [
      'its parameter, in a list of others',
      400,
      {
        code: 'invalid_value',
        param: 'session.model',
        message: "Supported values are: 'second', 'writer-2'.",
      },
    ],
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
    expect(transcriptions()).toEqual(['gpt-4o-mini-transcribe', 'writer-2'])
    expect(provider.transcriptionModels()).toEqual(['writer-2'])
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

describe('transcription that the provider refuses', () => {
  const noParameter = {
    message: "Unknown parameter: 'session.audio.input.transcription.model'.",
    type: 'invalid_request_error',
    code: 'unknown_parameter',
    param: 'session.audio.input.transcription',
  }
  const off = () => logged.lines.filter((line) => line.includes('accepts no transcription'))

  test.each([
    ['a model that is gone', 404, noModel('gpt-4o-mini-transcribe'), noModel('writer-2')],
    ['a model that is not allowed', 403, noModel('gpt-4o-mini-transcribe'), noModel('writer-2')],
    ['its parameter', 400, noParameter, noParameter],
  ])('is left out of the key once no other model is left: %s', async (_, status, first, second) => {
    const provider = fake.create({}, undefined, logged.log)
    expect(provider.transcriptionModels()).toEqual(['gpt-4o-mini-transcribe', 'writer-2'])
    refuseKeys(refuse(status, first), refuse(status, second))
    expect(await provider.createKey('ana')).toMatchObject({ model: 'gpt-realtime', value: 'ek_1' })
    await provider.createKey('ben')
    expect(transcriptions()).toEqual(['gpt-4o-mini-transcribe', 'writer-2', undefined, undefined])
    expect(sessions().at(-1)?.audio.input.transcription).toBeNull()
    expect(models()).toEqual(Array(4).fill('gpt-realtime'))
    expect(provider.transcriptionModels()).toEqual([])
    expect(off().map((line) => JSON.parse(line))).toMatchObject([{ level: 40, gone: 'writer-2' }])
  })

  test('which is left out already is a failure, with no end of asking', async () => {
    const provider = fake.create({}, undefined, logged.log)
    fake.onKey = refuse(400, noParameter)
    await expect(provider.createKey('ana')).rejects.toThrow("does not accept this server's settings")
    expect(transcriptions()).toEqual(['gpt-4o-mini-transcribe', 'writer-2', undefined])
  })

  test('only when the call begins is left out of another key, and the same call begins', async () => {
    const provider = fake.create({}, undefined, logged.log)
    const key = await provider.createKey('ana')
    fake.onCall = (res) => {
      if (sessions().at(-1)?.audio.input.transcription) return refuse(400, noParameter)(res)
      res.writeHead(201, { Location: '/v1/realtime/calls/rtc_1' }).end(sdpAnswer)
    }
    expect(await provider.call(offer, key, 'ana')).toMatchObject({ id: 'rtc_1' })
    // The model of the key from before is not known, so it is asked for a second time.
    expect(transcriptions()).toEqual([
      'gpt-4o-mini-transcribe',
      'gpt-4o-mini-transcribe',
      'writer-2',
      undefined,
    ])
    expect(provider.transcriptionModels()).toEqual([])
    expect(off()).toHaveLength(1)
  })

  test('that a key from before was for does not take away the model that works', async () => {
    const provider = fake.create({}, undefined, logged.log)
    const old = await provider.createKey('ana')
    refuseKeys(refuse(400, noTranscription))
    await provider.createKey('ben')
    let refusals = 1
    fake.onCall = (res) => {
      if (refusals-- > 0) return refuse(400, noTranscription)(res)
      res.writeHead(201, { Location: '/v1/realtime/calls/rtc_1' }).end(sdpAnswer)
    }
    expect(await provider.call(offer, old, 'ana')).toMatchObject({ id: 'rtc_1' })
    expect(provider.transcriptionModels()).toEqual(['writer-2'])
  })

  test('does not begin a call with another model than the browser was told of', async () => {
    const provider = fake.create({}, undefined, logged.log)
    const key = await provider.createKey('ana')
    refuseKeys(refuse(404, noModel('gpt-realtime')))
    fake.onCall = refuse(400, noParameter)
    await expect(provider.call(offer, key, 'ana')).rejects.toThrow(/Try again/)
    expect(fake.askedFor('calls')).toHaveLength(1)
  })

  const modelsAsked = () => fake.asked.filter(({ url }) => url.includes('/models/')).map(({ url }) => url)
  const inQuestion = 'gpt-4o-mini-transcribe'

  test('in a talk is replaced for the next ones, if the provider says to the server too that its model is gone', async () => {
    const provider = fake.create({}, undefined, logged.log)
    fake.onModel = refuse(404, { code: 'model_not_found', param: 'model', message: 'It does not exist' })
    await provider.checkTranscription('gpt-realtime')
    await provider.checkTranscription('writer-2')
    expect(modelsAsked()).toEqual([])
    await provider.checkTranscription(inQuestion)
    expect(modelsAsked()).toEqual(['/v1/models/gpt-4o-mini-transcribe'])
    expect(provider.transcriptionModels()).toEqual(['writer-2'])
    expect(provider.model()).toBe('gpt-realtime')
  })

  test.each<[string, Answer | undefined]>([
    ['has the model', undefined],
    ['has no such address', (res) => res.writeHead(404).end('Not found')],
    ["does not like the server's key", refuse(401, { code: 'invalid_api_key' })],
  ])('in a talk is not replaced where the provider %s', async (_, answer) => {
    const provider = fake.create({}, undefined, logged.log)
    fake.onModel = answer
    await provider.checkTranscription(inQuestion)
    expect(modelsAsked()).toHaveLength(1)
    expect(provider.transcriptionModels()).toEqual([inQuestion, 'writer-2'])
  })

  test('when switched off is none, whatever its fallbacks are', () => {
    expect(fake.create({ transcriptionModel: undefined }).transcriptionModels()).toEqual([])
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
