import { expect, test } from 'vitest'
import { ApiError, ConnectionError } from '@/lib/api/api'
import { voiceKeyOf } from './voice-key'
import { connectionProblem, microphoneProblem, problemOf } from './voice-problems'

test.each([
  { value: 'ek_1' },
  { client_secret: 'ek_1' },
  { client_secret: { value: 'ek_1' } },
  { value: '', client_secret: 'ek_1' },
])('%o holds a key', (answer) => {
  expect(voiceKeyOf(answer)).toEqual({
    value: 'ek_1',
    model: 'gpt-realtime',
    callsUrl: undefined,
    talkId: undefined,
    seconds: 3600,
    tokens: Infinity,
    isDemo: false,
    isInsecure: false,
  })
})

test('model, address, the id of the talk, its length and its settings come along', () => {
  const more = {
    session: { type: 'realtime', output_modalities: ['audio'] },
    callsUrl: 'https://voice.example/calls',
    talkId: 'a',
    seconds: 900,
    tokens: 200_000,
    transcriptionModels: ['b'],
  }
  expect(voiceKeyOf({ value: 'ek_1', model: 'other', demo: true, ...more })).toMatchObject({
    ...more,
    model: 'other',
    isDemo: true,
  })
})

test.each([null, 'realtime', ['realtime']])('%j are no settings', (session) => {
  expect(voiceKeyOf({ value: 'ek_1', session }).session).toBeUndefined()
})

test.each([{}, null, undefined, 'ek_1', { value: 7 }, { value: '' }, { client_secret: {} }])(
  '%o holds no key',
  (answer) => expect(() => voiceKeyOf(answer)).toThrow('No ephemeral key was received.'),
)

test('another key than an ephemeral one is refused unless insecure mode is on', () => {
  expect(() => voiceKeyOf({ value: 'sk-1' })).toThrow("must start with 'ek_'")
  expect(voiceKeyOf({ value: 'sk-1', insecure: true })).toMatchObject({ value: 'sk-1', isInsecure: true })
})

test.each([
  [microphoneProblem(new DOMException('', 'NotAllowedError')), "can't use your microphone"],
  [microphoneProblem(new DOMException('', 'NotFoundError')), "couldn't find a microphone"],
  [microphoneProblem(new DOMException('', 'OverconstrainedError')), "couldn't find a microphone"],
  [microphoneProblem(new DOMException('', 'NotReadableError')), 'Another app'],
  [microphoneProblem(new DOMException('', 'AbortError')), "couldn't use the microphone"],
  [
    connectionProblem(new Error('Realtime call request failed with status 401: <b>secret</b>')),
    "couldn't start the call",
  ],
  [connectionProblem(new Error('Realtime call request failed with status 429: secret')), 'Voice is busy'],
  [connectionProblem(new Error('Realtime call request failed with status 500: secret')), '(status 500)'],
  [
    connectionProblem(
      new Error('Realtime call request failed with status 429: {"message":"No minutes left until 00:00"}'),
    ),
    'No minutes left until 00:00.',
  ],
  [
    connectionProblem(
      new Error(
        'Realtime call request failed with status 503: {"message":"Somebody else is talking to Lisa. Try again in a few minutes."}',
      ),
    ),
    /^Somebody else is talking to Lisa\. Try again in a few minutes\.$/,
  ],
  [
    connectionProblem(new Error('Realtime call request failed with status 502: {"secret":1}')),
    '(status 502)',
  ],
  [connectionProblem(new TypeError('Failed to fetch')), "can't reach the voice service"],
  [connectionProblem(new DOMException('secret', 'OperationError')), 'Something unexpected came back'],
  [connectionProblem(new Error('secret')), "couldn't connect"],
  [
    new ApiError(502, '{"message":"The voice provider cannot be reached"}'),
    'The voice provider cannot be reached.',
  ],
  [
    new ApiError(503, '{"message":"Voice is not set up on this server"}'),
    'Voice is not set up on this server.',
  ],
  [new ApiError(500, '{"message":"Internal Server Error"}'), 'Something went wrong on our side'],
  [new ApiError(502, '<html>secret'), 'Something went wrong on our side'],
  [new ConnectionError("We can't reach Lisa."), "We can't reach Lisa."],
])('%s is told as a sentence', (error, sentence) => {
  expect(problemOf(error)).toMatch(sentence)
  expect(problemOf(error)).not.toContain('secret')
})
