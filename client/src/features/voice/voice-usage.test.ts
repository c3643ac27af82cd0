import { expect, test } from 'vitest'
import { countUsage } from './voice-usage'

test('tokens are summed up over the answers of a talk', () => {
  const { hear, total } = countUsage()
  hear({ type: 'response.done', response: { status: 'completed' } })
  expect(total()).toBeUndefined()
  hear({ type: 'response.done', response: { usage: { input_tokens: 10, output_tokens: 5 } } })
  hear({ type: 'response.done', response: { usage: { input_tokens: 20 } } })
  hear({ type: 'response.created', response: { usage: { input_tokens: 99, output_tokens: 99 } } })
  expect(total()).toEqual({ inputTokens: 30, outputTokens: 5 })
})
