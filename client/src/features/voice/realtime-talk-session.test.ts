import { expect, onTestFinished, test, vi } from 'vitest'
import { ScriptedTransport } from '@/test/scripted-transport'
import { sessionOver, tellLisa } from './realtime-talk'
import { jsonBytes } from './utf8'
import { settingsToSend } from './voice-settings'
import type { VoiceTool } from './voice-tools'

type Options = Parameters<typeof sessionOver>[1]
const hasAgreed = async () => true

async function talk(settings?: Record<string, unknown>) {
  const run = vi.fn<VoiceTool['run']>(async () => 'Goal created: Run (monthly).')
  const parameters = { properties: { title: { type: 'string' } }, required: ['title'] }
  const refuse: VoiceTool['refuse'] = (callId, reason) => `Failed to create goal: ${reason} (${callId})`
  const tools: VoiceTool[] = [
    { name: 'create_goal', description: 'Creates a goal', parameters, run, again: async () => '', refuse },
  ]
  const transport = new ScriptedTransport()
  const [onEvent, onUnknownTool] = [vi.fn<Options['onEvent']>(), vi.fn<Options['onUnknownTool']>()]
  const onAsked = vi.fn<() => void>()
  const session = sessionOver(transport, {
    settings,
    tools,
    onAsked,
    onEvent,
    onUnknownTool,
    longestOutput: () => 100,
    hasAgreed,
    instructions: 'Be Lisa',
    model: 'gpt-realtime',
  })
  await session.connect({ apiKey: 'ek_1' })
  const outputs = () =>
    transport.sent.flatMap(({ item }) => (item?.type === 'function_call_output' ? [item.output] : []))
  const answersAsked = () => transport.sent.filter(({ type }) => type === 'response.create').length
  return { session, transport, run, outputs, answersAsked, onAsked, onEvent, onUnknownTool }
}

const eventually = (check: () => void) => vi.waitFor(check, 20_000)

test('the start sends instructions and tools, and no setting that was sent with the offer', async () => {
  const { transport } = await talk()
  const [{ session } = { session: {} }] = transport.sent
  expect(JSON.parse(JSON.stringify(session))).toEqual({
    type: 'realtime',
    instructions: 'Be Lisa',
    output_modalities: ['audio'],
    tools: [
      {
        type: 'function',
        name: 'create_goal',
        description: 'Creates a goal',
        parameters: expect.objectContaining({ required: ['title'] }),
      },
    ],
  })
})

test('settings that come with the key are sent, and sent again without those that are refused', async () => {
  const audio = { output: { voice: 'coral' } }
  const { settings, leaveOut } = settingsToSend({ type: 'realtime', truncation: 'auto', audio, speed: 1 })
  const { transport, session } = await talk(settings)
  const ours = {
    type: 'realtime',
    instructions: 'Be Lisa',
    tools: [expect.objectContaining({ name: 'create_goal' })],
  }
  const sent = async () => {
    transport.updateSessionConfig(await session.getInitialSessionConfig())
    return JSON.parse(JSON.stringify(transport.sent.at(-1)?.session)) as object
  }
  expect(await sent()).toEqual(expect.objectContaining({ ...ours, truncation: 'auto', audio, speed: 1 }))

  const refused = (param?: string) => leaveOut({ type: 'error', error: { param } })
  expect(refused('session.truncation.retention_ratio')).toBe(true)
  expect(await sent()).toEqual(expect.objectContaining({ ...ours, audio, speed: 1 }))
  expect(await sent()).not.toHaveProperty('truncation')
  expect(refused('session.truncation')).toBe(false)
  expect(refused()).toBe(true)
  expect(await sent()).toEqual({ ...ours, output_modalities: ['audio'] })
  expect(refused()).toBe(false)
})

test('a tool call is carried out, answered, and talked about', async () => {
  const { transport, run, outputs, answersAsked } = await talk()
  transport.calls('create_goal', '{"title":"Run"}', 'call_7')
  await eventually(() => expect(answersAsked()).toBe(1))
  expect(run).toHaveBeenCalledExactlyOnceWith({ title: 'Run' }, 'call_7', hasAgreed)
  expect(outputs()).toEqual(['Goal created: Run (monthly).'])
})

test('each time that the page asks for an answer is told', async () => {
  const { transport, answersAsked, onAsked } = await talk()
  transport.requestResponse()
  expect(onAsked).toHaveBeenCalledOnce()
  transport.calls('create_goal', '{"title":"Run"}')
  await eventually(() => expect(onAsked).toHaveBeenCalledTimes(2))
  expect(answersAsked()).toBe(2)
})

test('arguments that are no JSON, and a tool that there is not, do not end the talk', async () => {
  const { transport, run, outputs, answersAsked, onUnknownTool } = await talk()
  transport.calls('create_goal', '{"title":')
  await eventually(() => expect(answersAsked()).toBe(1))
  transport.calls('delete_everything', '{}', 'call_2')
  await eventually(() => expect(answersAsked()).toBe(2))
  expect(outputs()).toEqual([
    'Failed to create goal: The arguments are not valid JSON (call_1)',
    'Tool delete_everything not found',
  ])
  expect(onUnknownTool).toHaveBeenCalledExactlyOnceWith('call_2')
  expect(run).not.toHaveBeenCalled()
  vi.spyOn(console, 'error').mockClear()
})

test('no arguments at all are none', async () => {
  const { transport, run, outputs, answersAsked } = await talk()
  transport.calls('create_goal', '', 'call_7')
  await eventually(() => expect(answersAsked()).toBe(1))
  expect(run).toHaveBeenCalledExactlyOnceWith({}, 'call_7', hasAgreed)
  expect(outputs()).toEqual(['Goal created: Run (monthly).'])
  vi.spyOn(console, 'error').mockClear()
})

test('what comes after the data channel has closed is dropped', async () => {
  const { transport, run } = await talk()
  const rejected = vi.fn<() => void>()
  process.on('unhandledRejection', rejected)
  onTestFinished(() => void process.off('unhandledRejection', rejected))
  const closed = () => {
    throw new Error('closed')
  }
  vi.spyOn(transport, 'sendFunctionCallOutput').mockImplementation(closed)
  transport.calls('create_goal', '', 'call_7')
  await eventually(() => expect(run).toHaveBeenCalled())
  await new Promise((resolve) => setTimeout(resolve))
  expect(rejected).not.toHaveBeenCalled()
  expect(() => tellLisa({ sendEvent: closed }, 'Saved.')).not.toThrow()
  vi.spyOn(console, 'error').mockClear()
})

test('the output of a tool is cut to what the data channel takes', async () => {
  const { transport, run, outputs } = await talk()
  run.mockResolvedValue('日記'.repeat(100))
  transport.calls('create_goal', '{}')
  await eventually(() => expect(outputs()).toHaveLength(1))
  expect(jsonBytes(String(outputs()[0]))).toBeLessThanOrEqual(100)
  expect(outputs()[0]).toMatch(/^(日記)+日?…$/)
})

test('each event is passed on as it came', async () => {
  const { transport, onEvent } = await talk()
  transport.says({ type: 'of.next.year', more: 1 })
  expect(onEvent.mock.calls).toEqual([[{ event_id: 'e', type: 'of.next.year', more: 1 }]])
})

test('what Lisa is told is no word of the user', () => {
  const transport = new ScriptedTransport()
  tellLisa(transport, 'Two minutes left.')
  expect(transport.sent).toEqual([
    {
      type: 'conversation.item.create',
      item: { type: 'message', role: 'system', content: [{ type: 'input_text', text: 'Two minutes left.' }] },
    },
  ])
})
