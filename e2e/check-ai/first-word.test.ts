import { expect, test, vi } from 'vitest'
import type { ProviderEvent } from '../../client/src/features/voice/provider-event'
import { ask } from './voice'

const toolCall = { type: 'response.output_item.done', item: { type: 'function_call', name: 'get_goals' } }
const word = { type: 'response.output_audio_transcript.delta', delta: 'You have one.' }
const done = { type: 'response.done' }

test.each([
  [4_900, 'ok', 'after 9800 ms: "You have one."'],
  [6_000, 'failed', 'after 12000 ms, later than 10.0 s: "You have one."'],
])('a tool call and a first word, each after %d ms: %s', async (eachMs, status, why) => {
  vi.useFakeTimers()
  const answers = [
    [toolCall, done],
    [word, done],
  ]
  const report = vi.fn<Parameters<typeof ask>[1]>()
  await ask(
    {
      send: () => {},
      async next<T>(find: (event: ProviderEvent) => T | undefined) {
        vi.advanceTimersByTime(eachMs)
        return answers.shift()?.map(find).at(-1)
      },
    },
    report,
  )
  vi.useRealTimers()
  expect(report.mock.calls).toEqual([
    ['tool called', 'ok', 'get_goals'],
    ['first word', status, why],
  ])
})
