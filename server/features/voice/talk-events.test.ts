import { describe, expect, test } from 'vitest'
import { judgeTalk } from './talk-events'

const done = (usage?: object) => ({ type: 'response.done', response: { usage } })
const updated = (session: object) => ({ type: 'session.updated', session })
const tool = (name: string, more: object = {}) => ({ type: 'function', name, ...more })
const ours = { instructions: 'You are Lisa.', tools: [tool('get_goals'), tool('create_goal')] }

test('the tokens of a talk are summed up over its answers', () => {
  const judge = judgeTalk(100)
  const events = [done({ output_tokens: 99 }), done(), undefined, 'x', [], done({ input_tokens: 1 })]
  expect(events.map(judge)).toEqual([...Array(5).fill(undefined), 'tokens'])
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
