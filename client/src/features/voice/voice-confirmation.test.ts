import { expect, test } from 'vitest'
import { confirmationOf } from './voice-confirmation'

const ours = { instructions: 'Be Lisa.\n', tools: [{ name: 'create_goal' }, { name: 'get_goals' }] }
const updated = (session: unknown) => ({ type: 'session.updated', session })
const confirmed = updated({
  instructions: 'Be Lisa.',
  tools: [{ name: 'get_goals' }, { name: 'create_goal' }],
})

test('our instructions and tools in the session are a confirmation', async () => {
  const { hear, confirmed: promise } = confirmationOf(ours)
  expect(hear(confirmed)).toBe(true)
  await expect(promise).resolves.toBeUndefined()
})

test.each([
  ['other instructions', { ...(confirmed.session as object), instructions: 'Be helpful.' }],
  ['no instructions', { tools: ours.tools }],
  ['a tool less', { instructions: ours.instructions, tools: [{ name: 'get_goals' }] }],
  ['no tools', { instructions: ours.instructions }],
  ['no session', undefined],
])('a session with %s is none', (_, session) => {
  expect(confirmationOf(ours).hear(updated(session))).toBe(false)
})

test.each([
  [
    { type: 'error', error: { code: 'invalid_value', message: 'secret' } },
    "Lisa didn't get her instructions",
  ],
  [{ type: 'error', error: { code: 'insufficient_quota' } }, 'no credit left'],
])('%j refuses it', async (event, words) => {
  const { hear, confirmed: promise } = confirmationOf(ours)
  expect(hear(event)).toBe(false)
  await expect(promise).rejects.toThrow(words)
})
