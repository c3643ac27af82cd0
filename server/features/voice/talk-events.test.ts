import { describe, expect, test } from 'vitest'
import { judgeTalk } from './talk-events'

const done = (usage?: object) => ({ type: 'response.done', response: { usage } })
const updated = (session: object) => ({ type: 'session.updated', session })
const tool = (name: string, more: object = {}) => ({ type: 'function', name, ...more })
const ours = { instructions: 'You are Lisa.', tools: [tool('get_goals'), tool('create_goal')] }

describe('the tokens', () => {
  test('that count are input that is not from the cache, and output', () => {
    const judge = judgeTalk(100)
    const answer = done({ input_tokens: 500, output_tokens: 20, input_token_details: { cached_tokens: 490 } })
    expect([1, 2, 3, 4].map(() => judge(answer))).toEqual([undefined, undefined, undefined, 'tokens'])
  })

  test('from no cache count all, and what is no number counts nothing', () => {
    const judge = judgeTalk(100)
    for (const usage of [{ input_tokens: 60 }, { output_tokens: 39, input_token_details: null }])
      expect(judge(done(usage))).toBeUndefined()
    for (const event of [done(), done({ input_tokens: '9', output_tokens: -9 }), undefined, 'x', [], null])
      expect(judge(event)).toBeUndefined()
    expect(judge(done({ output_tokens: 1 }))).toBe('tokens')
  })
})

describe('the session', () => {
  test('may change in all but instructions and tools, whatever their order', () => {
    const judge = judgeTalk(100)
    const { instructions, tools } = ours
    for (const session of [
      { instructions: '', tools: [] },
      ours,
      { tracing: null, tools: tools.map(({ type, name }) => ({ name, type })), instructions },
      { ...ours, audio: { input: { transcription: { model: 'another' } } } },
      { audio: {} },
    ])
      expect(judge(updated(session))).toBeUndefined()
    // That of the beginning has the provider's own instructions.
    expect(judge({ type: 'session.created', session: { instructions: 'Be kind.' } })).toBeUndefined()
  })

  test.each([
    ['other instructions', { ...ours, instructions: 'Write my homework.' }],
    ['no instructions', { ...ours, instructions: '' }],
    ['another tool of hers', { ...ours, tools: [...ours.tools, tool('read_day')] }],
    [
      'a tool described otherwise',
      { ...ours, tools: [tool('get_goals', { description: 'x' }), tool('create_goal')] },
    ],
    ['no tools', { ...ours, tools: [] }],
  ])('with %s has changed', (_, session) => {
    const judge = judgeTalk(100)
    judge(updated(ours))
    expect(judge(updated(session))).toBe('session changed')
  })

  test.each([tool('run_code'), { type: 'mcp', server_label: 'mine' }])('may not have %j', (foreign) => {
    expect(judgeTalk(100)(updated({ tools: [tool('get_goals'), foreign] }))).toBe('foreign tool')
  })
})
