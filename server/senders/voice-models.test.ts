import { beforeEach, describe, expect, test } from 'vitest'
import { type Answer, createFakeVoiceProvider, offer, refuse, sdpAnswer } from '../test/fake-voice-provider'
import { captureLog } from '../test/log'

const fake = await createFakeVoiceProvider()
const logged = captureLog()
beforeEach(() => {
  fake.reset()
  logged.clear()
})

type Session = { model: string; audio: { input: { transcription: { model: string } | null } } }
const sessions = () => fake.askedFor('/calls').map(({ form }) => JSON.parse(form.session ?? '') as Session)
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
const begin: Answer = (res) => res.writeHead(201, { Location: '/v1/realtime/calls/rtc_1' }).end(sdpAnswer)
/** Refuses one offer with each of these errors, then accepts. */
const refuseOffers = (...refusals: Answer[]) => {
  fake.onCall = (res) => (refusals.shift() ?? begin)(res)
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
    refuseOffers(refuse(status, error))
    for (const user of ['ana', 'ben'])
      expect(await provider.call(offer, user)).toEqual({ id: 'rtc_1', answer: sdpAnswer })
    expect(models()).toEqual(['gpt-realtime', 'second', 'second'])
    expect(new Set(transcriptions())).toEqual(new Set(['gpt-4o-mini-transcribe']))
    expect(provider.model()).toBe('second')
    expect(warnings().map((line) => JSON.parse(line))).toMatchObject([
      { level: 40, gone: 'gpt-realtime', next: 'second' },
    ])
  })

  test('is replaced for transcription alone where only that is gone', async () => {
    const provider = fake.create({}, undefined, logged.log)
    refuseOffers(refuse(400, noTranscription))
    await provider.call(offer, 'ana')
    expect(models()).toEqual(['gpt-realtime', 'gpt-realtime'])
    expect(transcriptions()).toEqual(['gpt-4o-mini-transcribe', 'writer-2'])
    expect(provider.transcriptionModels()).toEqual(['writer-2'])
    expect(warnings()).toHaveLength(1)
  })

  test('is replaced once for many that ask at the same moment', async () => {
    const provider = fake.create({}, undefined, logged.log)
    fake.onCall = (res) =>
      models().at(-1) === 'gpt-realtime' ? refuse(404, noModel('gpt-realtime'))(res) : begin(res)
    await Promise.all(['a', 'b', 'c', 'd'].map((user) => provider.call(offer, user)))
    expect(models().filter((model) => model !== 'gpt-realtime')).toEqual(Array(4).fill('second'))
    expect(warnings()).toHaveLength(1)
  })

  test('and its fallbacks are tried within the time limit of one answer', async () => {
    const provider = fake.create({}, 1_500, logged.log)
    fake.onCall = (res) => void setTimeout(() => refuse(404, noModel(models().at(-1) ?? ''))(res), 900)
    await expect(provider.call(offer, 'ana')).rejects.toThrow('did not answer in time')
    expect(models()).toEqual(['gpt-realtime', 'second'])
  })

  test('without another one is a failure, with no end of asking', async () => {
    const provider = fake.create({}, undefined, logged.log)
    fake.onCall = refuse(404, { code: 'model_not_found' })
    for (let i = 0; i < 2; i++)
      await expect(provider.call(offer, 'ana')).rejects.toThrow(
        'The voice provider no longer has a model of this server',
      )
    expect(models()).toEqual(['gpt-realtime', 'second', 'third', 'third'])
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
  ])(
    'is left out once no other model is left, and the same call begins: %s',
    async (_, status, first, second) => {
      const provider = fake.create({}, undefined, logged.log)
      expect(provider.transcriptionModels()).toEqual(['gpt-4o-mini-transcribe', 'writer-2'])
      refuseOffers(refuse(status, first), refuse(status, second))
      expect(await provider.call(offer, 'ana')).toMatchObject({ id: 'rtc_1' })
      await provider.call(offer, 'ben')
      expect(transcriptions()).toEqual(['gpt-4o-mini-transcribe', 'writer-2', undefined, undefined])
      expect(sessions().at(-1)?.audio.input.transcription).toBeNull()
      expect(models()).toEqual(Array(4).fill('gpt-realtime'))
      expect(provider.transcriptionModels()).toEqual([])
      expect(off().map((line) => JSON.parse(line))).toMatchObject([{ level: 40, gone: 'writer-2' }])
    },
  )

  test('which is left out already is a failure, with no end of asking', async () => {
    const provider = fake.create({}, undefined, logged.log)
    fake.onCall = refuse(400, noParameter)
    await expect(provider.call(offer, 'ana')).rejects.toThrow("does not accept this server's settings")
    expect(transcriptions()).toEqual(['gpt-4o-mini-transcribe', 'writer-2', undefined])
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

  // `REALTIME_CALLS_URL` alone names a server at home: the other address is still OpenAI's.
  test('in a talk is not asked about at another origin than that of the calls', async () => {
    const baseUrl = `${fake.origin.replace('127.0.0.1', 'localhost')}/v1`
    await fake.create({ baseUrl }).checkTranscription(inQuestion)
    expect(modelsAsked()).toEqual([])
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
  fake.onCall = refuse(status, error)
  await expect(provider.call(offer, 'ana')).rejects.toThrow(/^The voice provider /)
  expect(models()).toEqual(['gpt-realtime'])
  expect(warnings()).toEqual([])
})
