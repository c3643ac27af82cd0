import { expect, test, vi } from 'vitest'
import { countUsage } from './voice-usage'

const done = (usage?: object) => ({ type: 'response.done', response: { usage } })

test('tokens are summed up over the answers of a talk', () => {
  const { hear, total } = countUsage(Infinity, () => {})
  hear({ type: 'response.done', response: { status: 'completed' } })
  expect(total()).toBeUndefined()
  hear(done({ input_tokens: 10, output_tokens: 5 }))
  hear(done({ input_tokens: 20 }))
  hear({ type: 'response.created', response: { usage: { input_tokens: 99, output_tokens: 99 } } })
  expect(total()).toEqual({ inputTokens: 30, outputTokens: 5 })
})

test('what is not from the cache counts toward the limit', () => {
  const onUsedUp = vi.fn<() => void>()
  const { hear } = countUsage(100, onUsedUp)
  hear(done({ input_tokens: 9_040, output_tokens: 5, input_token_details: { cached_tokens: 9_000 } }))
  hear(done({ input_tokens: 50, output_tokens: 4 }))
  expect(onUsedUp).not.toHaveBeenCalled()
  hear(done({ output_tokens: 1, input_token_details: null }))
  expect(onUsedUp).toHaveBeenCalledOnce()
})
