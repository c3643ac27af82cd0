import { beforeEach, expect, test, vi } from 'vitest'
import { watchIdle } from './voice-idle'

const calls: string[] = []
let idle: ReturnType<typeof watchIdle>

beforeEach(() => {
  vi.useFakeTimers()
  calls.length = 0
  idle = watchIdle({
    onWords: () => calls.push('words'),
    onQuiet: () => calls.push('quiet'),
    onAsk: () => calls.push('ask'),
    onEnd: () => calls.push('end'),
  })
  idle.start()
})

const after = (seconds: number) => vi.advanceTimersByTime(seconds * 1000)
const hear = (...types: string[]) => types.forEach((type) => idle.hear({ type }))
const since = () => calls.splice(0)

test('after 60 seconds without a word she asks, and after 120 it ends', () => {
  after(59)
  expect(since()).toEqual(['words', 'quiet'])
  after(2)
  expect(since()).toEqual(['ask'])
  after(60)
  expect(since()).toEqual(['end'])
})

test('whoever speaks is not idle, however long', () => {
  hear('input_audio_buffer.speech_started')
  after(300)
  hear('input_audio_buffer.speech_stopped', 'output_audio_buffer.started')
  after(300)
  hear('output_audio_buffer.stopped')
  after(59)
  expect(since()).not.toContain('ask')
  after(2)
  expect(since()).toEqual(['ask'])
})

test('her own question is no word, and the answer to it is', () => {
  after(61)
  since()
  hear('output_audio_buffer.started', 'response.output_audio_transcript.delta', 'output_audio_buffer.stopped')
  expect(since()).toEqual([])
  after(30)
  hear('input_audio_buffer.speech_started', 'input_audio_buffer.speech_stopped')
  after(59)
  expect(since()).toEqual(['words', 'words', 'quiet'])
  hear('output_audio_buffer.started', 'output_audio_buffer.cleared')
  expect(since()).toEqual(['words', 'words'])
  after(121)
  expect(since()).toEqual(['quiet', 'ask', 'end'])
})

test('what is written counts as a word, and what the app tells Lisa does not', () => {
  after(50)
  idle.hear({ type: 'conversation.item.added', item: { role: 'system' } })
  after(11)
  expect(since()).toContain('ask')
  idle.hear({ type: 'conversation.item.added', item: { role: 'user' } })
  after(61)
  expect(since()).toEqual(['words', 'quiet', 'ask'])
})

test('a user who is typing is not idle', () => {
  after(59)
  idle.hearTyping()
  after(59)
  expect(since()).not.toContain('ask')
  after(2)
  expect(since()).toContain('ask')
})

test('nothing happens once it was stopped', () => {
  idle.stop()
  after(300)
  expect(since()).toEqual(['words'])
})
