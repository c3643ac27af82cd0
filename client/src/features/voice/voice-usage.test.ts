import { expect, test, vi } from 'vitest'
import { countUsage } from './voice-usage'

const done = (usage?: object) => ({ type: 'response.done', response: { usage } })

test('tokens are summed up over the answers of a talk, until those that count reach the limit', () => {
  const onUsedUp = vi.fn<() => void>()
  const { hear, total } = countUsage(100, onUsedUp)
  hear(done())
  expect(total()).toBeUndefined()
  hear(done({ input_tokens: 840, output_tokens: 45, input_token_details: { cached_tokens: 800 } }))
  hear(done({ input_tokens: 4, output_tokens: '7' }))
  expect(onUsedUp).not.toHaveBeenCalled()
  expect(total()).toEqual({ inputTokens: 844, outputTokens: 45 })
  hear(done({ output_tokens: 1 }))
  expect(onUsedUp).toHaveBeenCalledOnce()
})
