import { expect, test } from 'vitest'
import { usageOf } from './voice-usage'

const done = (usage?: object | null) => ({ type: 'response.done', response: { usage } })
const cached = (cached_tokens: unknown) => ({ input_token_details: { cached_tokens } })

test.each([
  ['input and output', { input_tokens: 60, output_tokens: 5, input_token_details: null }, [60, 5, 65]],
  ['an eightieth of the cache', { input_tokens: 805, output_tokens: 5, ...cached(800) }, [805, 5, 20]],
  ['no less than nothing', { input_tokens: 10, ...cached(800) }, [10, 0, 10]],
  ['no word', { input_tokens: '9', output_tokens: Infinity, ...cached(-9) }, [0, 0, 0]],
])('of an answer counts %s', (_, usage, [input, output, counted]) => {
  expect(usageOf(done(usage))).toEqual({ input, output, counted })
})

test.each([done(), done(null), { ...done({ output_tokens: 1 }), type: 'response.created' }, null, 'x', []])(
  '%j is no usage',
  (event) => expect(usageOf(event)).toBeUndefined(),
)
