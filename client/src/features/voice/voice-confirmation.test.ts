import { expect, test, vi } from 'vitest'
import type { ProviderEvent } from './provider-event'
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

test('no answer at all confirms nothing', () => {
  expect(confirmationOf(ours).assume()).toBeFalsy()
})

const others = updated({ instructions: 'Be helpful.' })
const refused = { type: 'error', error: { code: 'unknown_parameter', param: 'session.truncation' } }

function onOwnServer() {
  const onRefused = vi.fn<(event: ProviderEvent) => boolean>(() => true)
  const confirmation = confirmationOf(ours, onRefused)
  const isConfirmed = vi.fn<() => void>()
  confirmation.confirmed.then(isConfirmed, () => {})
  return { ...confirmation, onRefused, isConfirmed }
}

test.each([
  ['says nothing of the session', []],
  ['repeats nothing', [updated({ type: 'realtime', instructions: null })]],
  ['refuses a setting', [refused, updated({ type: 'realtime' }), confirmed]],
  ['shows other instructions after it has refused a setting', [refused, others, confirmed]],
])('a self-hosted server that %s confirms', async (_, events) => {
  const { hear, assume, isConfirmed } = onOwnServer()
  events.forEach(hear)
  assume()
  await Promise.resolve()
  expect(isConfirmed).toHaveBeenCalledOnce()
})

test.each([
  ['refuses a setting', [refused]],
  ['refuses a setting and repeats nothing', [refused, updated({ type: 'realtime' })]],
])('a self-hosted server that %s and says no more does not', async (_, events) => {
  const { hear, assume, isConfirmed } = onOwnServer()
  events.forEach(hear)
  assume()
  await Promise.resolve()
  expect(isConfirmed).not.toHaveBeenCalled()
})

test.each([
  ['other instructions', others],
  ['no tools', updated({ instructions: ours.instructions })],
])('a self-hosted server that shows %s refuses all', async (_, event) => {
  const { hear, assume, confirmed: promise } = onOwnServer()
  hear(event)
  assume()
  await expect(promise).rejects.toThrow(
    "Lisa didn't get her instructions, so we didn't start the talk. Please tell",
  )
})

test('a passing failure of a self-hosted server refuses nothing', async () => {
  const { hear, onRefused, isConfirmed } = onOwnServer()
  hear({ type: 'error', error: { code: 'rate_limit_exceeded' } })
  hear(updated({ type: 'realtime' }))
  await Promise.resolve()
  expect(onRefused).not.toHaveBeenCalled()
  expect(isConfirmed).toHaveBeenCalledOnce()
})

test.each(['invalid_model', 'model_load_error'])(
  'LocalAI, which cannot load its model (%s), refuses all',
  async (code) => {
    const { hear, onRefused, confirmed: promise } = onOwnServer()
    hear({ type: 'error', error: { type: 'invalid_request_error', code, message: 'Failed', param: '' } })
    expect(onRefused).not.toHaveBeenCalled()
    await expect(promise).rejects.toThrow("Lisa didn't get her instructions")
  },
)

test('where a self-hosted server refuses all that is left, there is no talk', async () => {
  const { hear, onRefused, confirmed: promise } = onOwnServer()
  onRefused.mockReturnValue(false)
  hear(refused)
  await expect(promise).rejects.toThrow("Lisa didn't get her instructions")
})

test('what a self-hosted server refuses is told, and what ends its talk refuses all', async () => {
  const { hear, onRefused, confirmed: promise } = onOwnServer()
  hear(refused)
  expect(onRefused).toHaveBeenCalledExactlyOnceWith(refused)
  hear({ type: 'error', error: { code: 'session_expired' } })
  await expect(promise).rejects.toThrow('the longest time')
  expect(onRefused).toHaveBeenCalledOnce()
})
