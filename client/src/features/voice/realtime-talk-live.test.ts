import { beforeEach, describe, expect, test, vi } from 'vitest'
import { answer, fakeApi, offline } from '@/test/fake-api'
import { isOver, liveTalk } from './realtime-talk'

const transport = { sendEvent: vi.fn<(event: object) => void>(), requestResponse: vi.fn<() => void>() }
const onNotice = vi.fn<(kind: string, text?: string) => void>()
const [onEnd, onLost] = [vi.fn<(text: string) => void>(), vi.fn<(problem: string) => void>()]
const onCaption = vi.fn<(change: object) => void>()
const onTurn = vi.fn<(turn: string) => void>()
const release = vi.fn<() => Promise<void>>(async () => {})
const request = vi.fn<(type: string) => Promise<unknown>>(async () => ({ release }))

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } })
})

const measureVoice = () => ({ of: () => 1, isRunning: () => true, stop: () => {} })
const level = { You: 0, Lisa: 0 }
const measureVoices = () => ({ ...measureVoice(), of: (speaker: keyof typeof level) => level[speaker] })
type More = Partial<
  Pick<Parameters<typeof liveTalk>[0], 'transcriptionModels' | 'tellsTranscription' | 'isByText' | 'isOver'>
>
const live = (more: More = {}) =>
  liveTalk({
    transport,
    seconds: 900,
    tellsTranscription: true,
    measureVoice,
    measureVoices,
    onCaption,
    onTurn,
    onNotice,
    onEnd,
    onLost,
    ...more,
  })
const after = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)
const told = () => JSON.stringify(transport.sendEvent.mock.calls)
const failed = (code: string) => ({
  type: 'response.done',
  response: { status: 'failed', status_details: { error: { code } } },
})

test('Lisa and the screen know two minutes before the end, and at the end it ends', async () => {
  const { hear } = live()
  const talk = setInterval(
    () => hear({ type: 'response.output_audio_transcript.delta', item_id: 'a', delta: '.' }),
    10_000,
  )
  await after(781)
  expect(onNotice).toHaveBeenCalledWith('limit', '2 minutes left. What is saved stays saved.')
  expect(told()).toContain('2 minutes left until this talk ends')
  expect(transport.requestResponse).not.toHaveBeenCalled()
  await after(120)
  clearInterval(talk)
  expect(onEnd).toHaveBeenCalledWith('The time for this talk is over. What is saved stays saved.')
})

test('it ends once the server says that it was ended elsewhere, and is not asked about any more', async () => {
  const isOver = vi.fn<() => Promise<boolean>>().mockResolvedValueOnce(false).mockResolvedValue(true)
  const { stop } = live({ isOver })
  await after(6)
  expect(onEnd).not.toHaveBeenCalled()
  await after(5)
  expect(onEnd).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('perhaps in another window'))
  stop()
  await after(60)
  expect(isOver).toHaveBeenCalledTimes(2)
})

test.each([
  ['is open goes on', { isOpen: true }, false],
  ['has ended is over', { isOpen: false }, true],
  ['belonged to a session that has ended is over', answer(401, { message: 'Unauthorized' }), true],
  ['an older server does not know goes on', answer(404, { message: 'Not found' }), false],
  ['the server cannot be asked about goes on', offline, false],
])('a talk that %s', async (_, answered, expected) => {
  fakeApi({ 'GET /api/voice/calls/:id': answered })
  expect(await isOver('a-talk')).toBe(expected)
})

test('in silence Lisa asks aloud and the screen does, and then it ends', async () => {
  const { stop } = live()
  await after(61)
  expect(onNotice).toHaveBeenLastCalledWith('idle', 'Say something, or this talk ends in a minute.')
  expect(told()).toContain('Ask in one short sentence')
  expect(transport.requestResponse).toHaveBeenCalledOnce()
  await after(60)
  expect(onEnd).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('Nobody said anything'))
  stop()
})

test('the screen stays on while somebody talks, and may go dark in silence', async () => {
  const { hear, stop } = live()
  expect(request).toHaveBeenCalledOnce()
  await after(31)
  expect(release).toHaveBeenCalledOnce()
  hear({ type: 'input_audio_buffer.speech_started' })
  expect(request).toHaveBeenCalledTimes(2)
  stop()
  await after(0)
  expect(release).toHaveBeenCalledTimes(2)
})

test('a failed answer is told until one succeeds', () => {
  const { hear } = live()
  hear(failed('rate_limit_exceeded'))
  expect(onNotice).toHaveBeenLastCalledWith('answer', expect.stringContaining('Wait a moment'))
  hear({ type: 'response.done', response: { status: 'completed' } })
  expect(onNotice).toHaveBeenLastCalledWith('answer')
  expect(onLost).not.toHaveBeenCalled()
})

test('no answer for ten seconds after the user has spoken or written is told, until there is one', async () => {
  const { hear, stop } = live()
  const late = () => onNotice.mock.calls.filter(([kind, text]) => kind === 'answer' && text).length
  hear({ type: 'input_audio_buffer.speech_stopped' })
  await after(9)
  hear({ type: 'input_audio_buffer.speech_started' })
  await after(20)
  hear({ type: 'conversation.item.added', item: { role: 'user' } })
  await after(9)
  hear({ type: 'response.function_call_arguments.done' })
  await after(20)
  hear({ type: 'input_audio_buffer.speech_stopped' })
  hear({ type: 'output_audio_buffer.started' })
  await after(20)
  hear({ type: 'input_audio_buffer.speech_stopped' })
  hear({ type: 'response.output_audio_transcript.delta', item_id: 'a', delta: 'Hi' })
  await after(20)
  expect(late()).toBe(0)
  hear({ type: 'input_audio_buffer.speech_stopped' })
  // LocalAI says so before it runs the model.
  hear({ type: 'response.created' })
  await after(10)
  expect(late()).toBe(1)
  expect(onNotice).toHaveBeenLastCalledWith(
    'answer',
    expect.stringMatching(/^The voice service has not answered/),
  )
  hear({ type: 'response.done', response: { status: 'completed' } })
  expect(onNotice).toHaveBeenLastCalledWith('answer')
  hear({ type: 'input_audio_buffer.speech_stopped' })
  stop()
  await after(20)
  expect(late()).toBe(1)
})

test('what the user says to a provider that has become deaf is told at ten seconds too', async () => {
  const { stop } = live()
  for (const silence of [20, 10.8]) {
    level.You = 0.5
    await after(2)
    level.You = 0
    await after(silence)
  }
  expect(onNotice).not.toHaveBeenCalledWith('answer', expect.anything())
  await after(0.4)
  expect(onNotice).toHaveBeenLastCalledWith('answer', expect.stringMatching(/^The voice service has not/))
  stop()
})

test('no answer for ten seconds after the page has asked for one is told, also if another one was under way', async () => {
  const { hear, onAsked, stop } = live()
  const late = () => onNotice.mock.calls.filter(([kind, text]) => kind === 'answer' && text).length
  onAsked()
  await after(9)
  hear({ type: 'response.output_audio_transcript.delta', item_id: 'a', delta: 'Hi' })
  await after(5)
  expect(late()).toBe(0)
  onAsked()
  await after(10)
  expect(late()).toBe(1)
  hear({ type: 'response.created' })
  hear({ type: 'response.function_call_arguments.done' })
  onAsked()
  await after(5)
  hear({ type: 'response.done', response: { status: 'completed' } })
  await after(9)
  expect(late()).toBe(1)
  await after(1)
  expect(late()).toBe(2)
  stop()
})

test('a used-up quota ends it', () => {
  live().hear(failed('insufficient_quota'))
  expect(onLost).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('no credit left'))
})

test('captions come out of the events', () => {
  live().hear({ type: 'response.output_audio_transcript.delta', item_id: 'a', delta: 'Hello' })
  expect(onCaption.mock.calls).toEqual([[{ id: 'a', speaker: 'Lisa', delta: 'Hello' }]])
})

test('a tool call that Lisa speaks is hidden from the captions and shown as a notice until she makes a call', () => {
  const { hear } = live()
  const transcript = 'Shall I? {"name": "create_goal", "arguments": {}}'
  hear({ type: 'response.output_audio_transcript.done', item_id: 'a', transcript })
  expect(onCaption.mock.calls).toEqual([[expect.objectContaining({ text: 'Shall I?', isDone: true })]])
  expect(onNotice).toHaveBeenLastCalledWith('tool', expect.stringContaining('saved nothing'))
  hear({ type: 'response.output_item.done', item: { type: 'function_call' } })
  expect(onNotice).toHaveBeenLastCalledWith('tool')
  // She makes a call and also speaks it.
  hear({ type: 'response.output_audio_transcript.done', item_id: 'b', transcript })
  expect(onNotice).toHaveBeenLastCalledWith('tool', undefined)
  hear({ type: 'response.created' })
  hear({ type: 'response.output_audio_transcript.done', item_id: 'c', transcript })
  expect(onNotice).toHaveBeenLastCalledWith('tool', expect.stringContaining('saved nothing'))
})

test('what the user agrees to comes out of the captions', async () => {
  const { hear, hasAgreed } = live()
  hear({ type: 'response.output_audio_transcript.done', item_id: 'a', transcript: 'Shall I save that?' })
  expect(await hasAgreed()).toBe(false)
  const content = [{ type: 'input_text', text: 'Yes, please' }]
  hear({ type: 'conversation.item.added', item: { id: 'b', role: 'user', content } })
  expect(await hasAgreed()).toBe(true)
})

test('the events tell whose turn it is', () => {
  const { hear } = live()
  hear({ type: 'output_audio_buffer.started' })
  expect(onTurn).toHaveBeenLastCalledWith('lisa-speaks')
})

test('without `output_audio_buffer` events her loudness shows that she speaks, and the talk is not idle meanwhile', async () => {
  const { hear, stop } = live()
  hear({ type: 'response.created' })
  hear({ type: 'response.output_audio_transcript.delta', item_id: 'a', delta: 'Once upon a time' })
  await after(90)
  expect(onTurn.mock.calls).toEqual([['lisa-speaks']])
  expect(transport.requestResponse).not.toHaveBeenCalled()
  stop()
})

test('a talk that ends while Lisa speaks keeps what was heard of her words', async () => {
  const { hear, stop } = live()
  hear({ type: 'output_audio_buffer.started' })
  hear({
    type: 'response.output_audio_transcript.done',
    item_id: 'a',
    transcript: 'First I will read your goals.',
  })
  hear({ type: 'response.output_audio_transcript.delta', item_id: 'a', delta: '' })
  await after(1)
  stop()
  expect(onCaption).toHaveBeenLastCalledWith(expect.objectContaining({ id: 'a', text: 'First I will…' }))
})

test('a user who types for a long time is not asked whether they are there', async () => {
  const { onTyping } = live()
  await after(50)
  onTyping()
  await after(50)
  expect(transport.requestResponse).not.toHaveBeenCalled()
})

const isUnwritten = () => {
  const notices = onNotice.mock.calls.filter(([kind]) => kind === 'unwritten')
  return notices.at(-1)?.[1] !== undefined
}
const transcription = (how: 'failed' | 'completed', fields: object = {}) => ({
  type: `conversation.item.input_audio_transcription.${how}`,
  item_id: 'a',
  ...fields,
})
const noise = transcription('failed', { error: { code: 'audio_unintelligible', param: null } })
const gone = transcription('failed', { error: { code: 'model_not_found' } })
const words = transcription('completed', { transcript: 'I ran.' })
const modelsTried = () =>
  (
    transport.sendEvent.mock.calls as [
      { type: string; session: { audio: { input: { transcription: { model: string } } } } },
    ][]
  )
    .filter(([{ type }]) => type === 'session.update')
    .map(([{ session }]) => session.audio.input.transcription.model)

describe('transcription that fails', () => {
  test('twice in a row is done by the next model, and once is noise', () => {
    const { hear, goneTranscription } = live({ transcriptionModels: ['first', 'second'] })
    for (const event of [noise, words, noise]) hear(event)
    expect(transport.sendEvent).not.toHaveBeenCalled()
    hear(noise)
    expect(goneTranscription()).toBeUndefined()
    expect(transport.sendEvent).toHaveBeenCalledExactlyOnceWith({
      type: 'session.update',
      event_id: expect.any(String),
      session: { type: 'realtime', audio: { input: { transcription: { model: 'second' } } } },
    })
    expect(isUnwritten()).toBe(false)
  })

  test('because the model is gone is done by the next one at once', () => {
    const { hear, goneTranscription } = live({ transcriptionModels: ['first', 'second'] })
    expect(goneTranscription()).toBeUndefined()
    for (const event of [gone, gone]) hear(event)
    expect(modelsTried()).toEqual(['second'])
    expect(goneTranscription()).toBe('first')
  })

  test.each([
    ['its id', { event_id: 'transcription' }],
    ['its parameter', { param: 'session.audio.input.transcription.model' }],
  ])('is done by the one after it where the provider refuses that one, told by %s', (_, error) => {
    const { hear } = live({ transcriptionModels: ['first', 'second', 'third'] })
    hear(gone)
    hear({ type: 'error', error: { code: 'invalid_value', ...error } })
    expect(modelsTried()).toEqual(['second', 'third'])
    hear({
      type: 'error',
      error: { code: 'item_truncate_invalid_item_id', event_id: 'event_1', param: null },
    })
    expect(modelsTried()).toHaveLength(2)
  })

  test('with no model left is told, and marks what is said, until there are captions again', () => {
    const { hear } = live({ transcriptionModels: ['first'] })
    hear(noise)
    expect(isUnwritten()).toBe(false)
    hear(noise)
    expect(isUnwritten()).toBe(true)
    hear({ type: 'conversation.item.added', item: { id: 'b', role: 'user' } })
    expect(onCaption).toHaveBeenLastCalledWith({ id: 'b', speaker: 'You', isDone: true, isUnwritten: true })
    hear({ ...words, item_id: 'b' })
    expect(onCaption).toHaveBeenLastCalledWith(
      expect.objectContaining({ text: 'I ran.', isUnwritten: false }),
    )
    expect(isUnwritten()).toBe(false)
    expect(modelsTried()).toEqual([])
  })

  test('on a server that names no models is told too', () => {
    const { hear } = live()
    expect(isUnwritten()).toBe(false)
    hear(gone)
    expect(isUnwritten()).toBe(true)
  })
})

describe('a talk without transcription', () => {
  const session = (transcription: object | null) => ({
    type: 'session.updated',
    session: { audio: { input: { transcription } } },
  })

  test('is told from its beginning', () => {
    live({ transcriptionModels: [] })
    expect(onNotice).toHaveBeenCalledWith('unwritten', expect.stringContaining('"Need help now?"'))
  })

  test('is told where only the provider says it', () => {
    const { hear } = live({ transcriptionModels: ['first'] })
    hear(session({ model: 'first' }))
    hear({ type: 'session.updated', session: {} })
    expect(isUnwritten()).toBe(false)
    hear(session(null))
    expect(isUnwritten()).toBe(true)
  })

  test('on a self-hosted server is noticed by an answer without a transcript, whatever the server says', () => {
    const { hear } = live({ transcriptionModels: [], tellsTranscription: false })
    hear(session(null))
    const answered = (spoken: object[] = []) => {
      for (const event of [{ type: 'input_audio_buffer.speech_stopped' }, ...spoken])
        hear(event as typeof words)
      for (const type of ['response.created', 'response.done']) hear({ type })
    }
    hear({ type: 'response.created' })
    hear({ type: 'response.done' })
    answered([words])
    expect(isUnwritten()).toBe(false)
    answered()
    expect(isUnwritten()).toBe(true)
    answered([words])
    expect(isUnwritten()).toBe(false)
  })

  test('is not told of to somebody who writes', () => {
    live({ transcriptionModels: [], isByText: true })
    expect(isUnwritten()).toBe(false)
  })
})
