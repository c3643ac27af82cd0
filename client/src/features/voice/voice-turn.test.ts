import { expect, test, vi } from 'vitest'
import type { ProviderEvent } from './provider-event'
import { followTurn, type Turn } from './voice-turn'

function turnsAfter(...events: (string | ProviderEvent)[]): Turn[] {
  const turns: Turn[] = []
  const { hear } = followTurn((turn) => turns.push(turn))
  for (const event of events) hear(typeof event === 'string' ? { type: event } : event)
  return turns
}
const answer = [
  'response.created',
  'output_audio_buffer.started',
  'response.done',
  'output_audio_buffer.stopped',
]
const call = { type: 'response.output_item.done', item: { type: 'function_call' } }

test('Lisa greets, the user speaks, she thinks and answers', () => {
  expect(
    turnsAfter(
      ...answer,
      'input_audio_buffer.speech_started',
      'input_audio_buffer.speech_stopped',
      ...answer,
    ),
  ).toEqual(['lisa-speaks', 'user', 'user-speaks', 'lisa', 'lisa-speaks', 'user'])
})

test('it is her turn while a tool call runs', () => {
  expect(turnsAfter('response.created', call, 'response.done', ...answer)).toEqual(['lisa-speaks', 'user'])
})

test("it is the user's turn when they interrupt her", () => {
  expect(
    turnsAfter(
      'response.created',
      'output_audio_buffer.started',
      'input_audio_buffer.speech_started',
      'response.done',
      'output_audio_buffer.cleared',
      'input_audio_buffer.speech_stopped',
    ),
  ).toEqual(['lisa-speaks', 'user-speaks', 'lisa'])
})

test('a written message makes it her turn, and a message from the app does not', () => {
  const added = (role: string) => ({ type: 'conversation.item.added', item: { role } })
  expect(turnsAfter(...answer, added('system'))).toEqual(['lisa-speaks', 'user'])
  expect(turnsAfter(...answer, added('user'))).toEqual(['lisa-speaks', 'user', 'lisa'])
})

test('it stays her turn where an answer is finished before it is heard, for a second at most', () => {
  vi.useFakeTimers()
  const turns: Turn[] = []
  const { hear } = followTurn((turn) => turns.push(turn))
  const finish = (words: 'delta' | 'done') =>
    ['response.created', `response.output_audio_transcript.${words}`, 'response.done'].forEach((type) =>
      hear({ type }),
    )
  finish('done')
  vi.advanceTimersByTime(900)
  hear({ type: 'output_audio_buffer.started' })
  vi.advanceTimersByTime(900)
  hear({ type: 'output_audio_buffer.stopped' })
  expect(turns).toEqual(['lisa-speaks', 'user'])
  finish('delta')
  expect(turns.at(-1)).toBe('lisa')
  vi.advanceTimersByTime(1000)
  expect(turns.at(-1)).toBe('user')
})

test("it is the user's turn after an answer that failed", () => {
  expect(turnsAfter('response.created', 'response.done')).toEqual(['user'])
})
