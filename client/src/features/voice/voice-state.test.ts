import { describe, expect, test } from 'vitest'
import { captionChangeOf } from './voice-captions'
import {
  initialVoiceState,
  type NoticeKind,
  voiceReducer,
  type VoiceEvent,
  type VoiceState,
} from './voice-state'

const after = (...events: VoiceEvent[]): VoiceState => events.reduce(voiceReducer, initialVoiceState)
const start = { type: 'start', attempt: 1, mode: 'goal-setup' } as const
const connected = { type: 'connected', attempt: 1, isDemo: false } as const

describe('a connection', () => {
  test('goes from disconnected to connecting to connected, in its mode', () => {
    expect(initialVoiceState).toMatchObject({ status: 'disconnected', mode: 'general' })
    expect(after(start)).toMatchObject({ status: 'connecting', mode: 'goal-setup' })
    expect(after(start, connected)).toMatchObject({ status: 'connected', mode: 'goal-setup' })
  })

  test('is not begun again while it is under way or up', () => {
    const again = { type: 'start', attempt: 2, mode: 'general' } as const
    expect(after(start, again)).toEqual(after(start))
    expect(after(start, connected, again)).toEqual(after(start, connected))
  })

  test('that fails says why, and can be tried again', () => {
    const failed = { type: 'failed', attempt: 1, problem: 'No microphone' } as const
    expect(after(start, failed)).toMatchObject({
      status: 'error',
      problem: 'No microphone',
      mode: 'goal-setup',
    })
    const retried = after(start, failed, { ...start, attempt: 2 })
    expect(retried).toMatchObject({ status: 'connecting', attempt: 2 })
    expect(retried.problem).toBeUndefined()
  })

  test('by text that fails is retried by text', () => {
    const failed = after({ ...start, isByText: true }, { type: 'failed', attempt: 1, problem: 'Lost' })
    expect(failed).toMatchObject({ status: 'error', isByText: true })
    expect(after(start, connected).isByText).toBe(false)
  })

  test('that is lost keeps what was done in sight; one that is stopped clears it', () => {
    const line = { type: 'progress', attempt: 1, line: { id: 'a', text: '✓ Goal created: Run' } } as const
    const lost = after(start, connected, line, { type: 'lost', attempt: 1, problem: 'Lost' })
    expect(lost).toMatchObject({ status: 'disconnected', problem: 'Lost', lines: [line.line] })
    const stopped = after(start, connected, line, { type: 'stopped', attempt: 1 })
    expect(stopped).toMatchObject({ status: 'disconnected', lines: [] })
  })

  test('that ends as planned keeps it too, and says why without a problem', () => {
    const notice = { type: 'notice', attempt: 1, kind: 'limit', text: '2 minutes left.' } as const
    const caption = { type: 'caption', attempt: 1, change: { id: 'a', speaker: 'You', text: 'Hi' } } as const
    const ended = after(start, connected, caption, notice, { type: 'ended', attempt: 1, text: 'Over.' })
    expect(ended).toMatchObject({ status: 'disconnected', ending: 'Over.', notices: {} })
    expect(ended.problem).toBeUndefined()
    expect(ended.captions).toHaveLength(1)
    expect(
      after(start, connected, { type: 'ended', attempt: 1, text: 'Over.' }, { ...start, attempt: 2 }).ending,
    ).toBeUndefined()
  })

  test('that comes about after it was called off is ignored', () => {
    const stopped = [start, { type: 'stopped', attempt: 1 }] as const
    expect(after(...stopped, connected).status).toBe('disconnected')
    const second = after(...stopped, { ...start, attempt: 2 }, connected)
    expect(second).toMatchObject({ status: 'connecting', attempt: 2 })
    expect(voiceReducer(second, { type: 'failed', attempt: 1, problem: 'late' })).toEqual(second)
  })
})

test('notices come and go one by one', () => {
  const notice = (kind: NoticeKind, text?: string) => ({ type: 'notice', attempt: 1, kind, text }) as const
  const both = after(start, connected, notice('idle', 'There?'), notice('microphone', 'Muted'))
  expect(both.notices).toEqual({ idle: 'There?', microphone: 'Muted' })
  expect(voiceReducer(both, notice('idle')).notices.idle).toBeUndefined()
  expect(voiceReducer(both, notice('answer'))).toBe(both)
})

test('that the browser holds back the sound is known as long as it does', () => {
  const blocked = after(start, connected, { type: 'sound', attempt: 1, isBlocked: true })
  expect(blocked.isSoundBlocked).toBe(true)
  expect(voiceReducer(blocked, { type: 'sound', attempt: 1, isBlocked: false }).isSoundBlocked).toBe(false)
  expect(voiceReducer(blocked, { type: 'lost', attempt: 1, problem: 'Lost' }).isSoundBlocked).toBe(false)
})

test('a progress line takes the place of the one before it', () => {
  const line = (id: string, text: string) => ({ type: 'progress', attempt: 1, line: { id, text } }) as const
  const { lines } = after(
    start,
    line('a', 'Creating goal…'),
    line('b', 'Fetching goals…'),
    line('a', '✓ Done'),
  )
  expect(lines).toEqual([
    { id: 'a', text: '✓ Done' },
    { id: 'b', text: 'Fetching goals…' },
  ])
})

test('captions grow word by word, in the order of the talk', () => {
  const { captions } = [
    { type: 'conversation.item.added', item: { id: 'u', type: 'message', role: 'user' } },
    { type: 'response.output_audio_transcript.delta', item_id: 'l', delta: 'How ' },
    { type: 'conversation.item.input_audio_transcription.completed', item_id: 'u', transcript: ' I ran. ' },
    { type: 'response.output_audio_transcript.delta', item_id: 'l', delta: 'far' },
    { type: 'response.done' },
  ]
    .map((event) => captionChangeOf(event))
    .flatMap((change) => (change ? [{ type: 'caption', attempt: 1, change } as const] : []))
    .reduce<VoiceState>(voiceReducer, after(start))
  expect(captions).toEqual([
    { id: 'u', speaker: 'You', text: 'I ran.', isDone: true, isUnwritten: false },
    { id: 'l', speaker: 'Lisa', text: 'How far', isDone: false },
  ])
  const done = captionChangeOf({ type: 'response.output_item.done', item: { id: 'l', type: 'message' } })
  expect(done).toEqual({ id: 'l', speaker: 'Lisa', isDone: true })
})

const captionsAfter = (...events: ({ type: string } & Record<string, unknown>)[]) =>
  events
    .map((event) => captionChangeOf(event))
    .flatMap((change) => (change ? [{ type: 'caption', attempt: 1, change } as const] : []))
    .reduce<VoiceState>(voiceReducer, after(start)).captions

test('a written message is a caption at once', () => {
  const content = [{ type: 'input_text', text: 'I ran.' }]
  expect(
    captionsAfter({ type: 'conversation.item.added', item: { id: 'u', role: 'user', content } }),
  ).toEqual([{ id: 'u', speaker: 'You', text: 'I ran.', isDone: true }])
})

test('an item that is added after its transcript, under another id, adds no second caption', () => {
  const content = [{ type: 'input_audio', transcript: 'I ran.' }]
  expect(
    captionsAfter(
      {
        type: 'conversation.item.input_audio_transcription.completed',
        item_id: 'turn',
        transcript: 'I ran.',
      },
      { type: 'conversation.item.added', item: { id: 'u', role: 'user', content } },
    ),
  ).toMatchObject([{ id: 'turn', text: 'I ran.', isDone: true }])
})

test('speech that could not be transcribed is marked, after the part that could', () => {
  const type = 'conversation.item.input_audio_transcription'
  expect(
    captionsAfter(
      { type: `${type}.failed`, item_id: 'a' },
      { type: `${type}.delta`, item_id: 'b', delta: 'I r' },
      { type: `${type}.failed`, item_id: 'b' },
    ),
  ).toEqual([
    { id: 'a', speaker: 'You', text: '', isDone: true, isUnwritten: true },
    { id: 'b', speaker: 'You', text: 'I r', isDone: true, isUnwritten: true },
  ])
})

test('words that were not heard stay removed, whatever arrives late', () => {
  const caption = (change: object) =>
    ({ type: 'caption', attempt: 1, change: { id: 'a', speaker: 'Lisa', ...change } }) as const
  const cut = after(
    start,
    caption({ delta: 'I will read' }),
    caption({ text: 'I…', isDone: true, isCut: true }),
  )
  const late = [caption({ delta: ' it' }), caption({ text: 'I will read it.', isDone: true })]
  expect(late.reduce<VoiceState>(voiceReducer, cut).captions).toEqual(cut.captions)
  const exact = voiceReducer(cut, caption({ text: 'I will…', isDone: true, isCut: true }))
  expect(exact.captions).toMatchObject([{ text: 'I will…' }])
  expect(voiceReducer(exact, { type: 'stopped', attempt: 1 }).captions).toEqual(exact.captions)
})
