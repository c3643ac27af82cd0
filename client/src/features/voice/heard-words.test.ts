import { beforeEach, expect, test, vi } from 'vitest'
import { heardWords } from './heard-words'

let words: ReturnType<typeof heardWords>

beforeEach(() => {
  vi.useFakeTimers()
  words = heardWords()
})

const after = (ms: number) => vi.advanceTimersByTime(ms)
const say = (item_id: string, delta: string) =>
  words.hear({ type: 'response.output_audio_transcript.delta', item_id, delta })
const start = () => words.hear({ type: 'output_audio_buffer.started' })
const clear = () => words.hear({ type: 'output_audio_buffer.cleared' })
const truncate = (item_id: string, audio_end_ms: number) =>
  words.hear({ type: 'conversation.item.truncated', item_id, content_index: 0, audio_end_ms })

test('an answer that is heard to its end is left as it is', () => {
  start()
  say('a', 'I will read your goals.')
  after(1600)
  expect(words.hear({ type: 'output_audio_buffer.stopped' })).toBeUndefined()
  expect(clear()).toBeUndefined()
  expect(words.stop()).toBeUndefined()
})

test('an interrupted one is cut to the whole words that were heard', () => {
  start()
  say('a', 'I will read')
  say('a', ' your goals now.')
  after(1000)
  expect(clear()).toEqual({ id: 'a', speaker: 'Lisa', text: 'I will read…', isDone: true, isCut: true })
})

test('sound that goes on after an interruption is not taken for the beginning of the same answer', () => {
  start()
  say('a', 'I will read your goals now.')
  after(1000)
  clear()
  after(600)
  start()
  after(100)
  expect(words.stop()).toBeUndefined()
  words.hear({ type: 'response.created' })
  start()
  say('b', 'All right, later.')
  after(700)
  expect(clear()).toMatchObject({ id: 'b', text: 'All right,…' })
})

test('the next answer may begin before the interruption of the one before it is told', () => {
  words.hear({ type: 'response.created' })
  start()
  say('a', 'I will read your goals now.')
  after(1000)
  words.hear({ type: 'response.created' })
  expect(clear()).toMatchObject({ id: 'a', text: 'I will read…' })
  start()
  say('b', 'All right, later.')
  after(700)
  expect(clear()).toMatchObject({ id: 'b', text: 'All right,…' })
})

test('her speed is not measured in the remaining sound of an interrupted answer', () => {
  start()
  say('a', '日'.repeat(400))
  after(1000)
  clear()
  words.hear({ type: 'response.done' })
  start()
  after(1000)
  words.hear({ type: 'output_audio_buffer.stopped' })
  words.hear({ type: 'response.created' })
  start()
  say('b', '月'.repeat(40))
  after(2000)
  expect(clear()).toMatchObject({ text: `${'月'.repeat(30)}…` })
})

test('if the provider says how long she was heard, that counts', () => {
  start()
  say('a', 'I will read your goals now.')
  after(10_000)
  clear()
  expect(truncate('a', 500)).toMatchObject({ id: 'a', text: 'I will…' })
  expect(truncate('a', 60_000)).toMatchObject({ text: 'I will read your goals now.' })
  expect(truncate('a', 0)).toMatchObject({ text: '' })
  expect(truncate('unknown', 500)).toBeUndefined()
})

test('her speed is measured in her last whole answer', () => {
  start()
  say('a', '日'.repeat(40))
  after(5000)
  words.hear({ type: 'response.done' })
  words.hear({ type: 'output_audio_buffer.stopped' })
  start()
  say('b', '月'.repeat(40))
  after(2000)
  expect(clear()).toMatchObject({ text: `${'月'.repeat(16)}…` })
})
