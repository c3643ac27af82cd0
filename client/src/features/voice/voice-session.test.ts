import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import * as sdk from '@openai/agents-realtime'
import { openTalk, sessionOver, type Talk } from './voice-session'
import type { VoiceTool } from './voice-tools'

type Sent = { type: string; session?: Record<string, unknown>; item?: Record<string, unknown> }

/** The provider's side of the wire, without a wire. */
class ScriptedTransport extends sdk.OpenAIRealtimeBase {
  status = 'connected' as const
  readonly muted = null
  sent: Sent[] = []
  async connect({ initialSessionConfig = {} }: sdk.RealtimeTransportLayerConnectOptions) {
    this.updateSessionConfig(initialSessionConfig)
  }
  override sendEvent(event: sdk.RealtimeClientMessage) {
    this.sent.push(event as Sent)
  }
  override mute() {}
  override interrupt() {}
  override close() {}
  says(event: object) {
    this._onMessage({ data: JSON.stringify({ event_id: 'e', ...event }) } as MessageEvent)
  }
  calls(name: string, input: string, call_id = 'call_1') {
    const item = { id: 'i', type: 'function_call', status: 'completed', name, call_id, arguments: input }
    this.says({ type: 'response.created', response: { id: 'r' } })
    this.says({ type: 'response.output_item.done', response_id: 'r', output_index: 0, item })
    this.says({ type: 'response.done', response: { id: 'r' } })
  }
}

async function talk() {
  const run = vi.fn<VoiceTool['run']>(async () => 'Goal created: Run (monthly).')
  const parameters = { properties: { title: { type: 'string' } }, required: ['title'] }
  const refuse: VoiceTool['refuse'] = (callId, reason) => `Failed to create goal: ${reason} (${callId})`
  const tools: VoiceTool[] = [{ name: 'create_goal', description: 'Creates a goal', parameters, run, refuse }]
  const transport = new ScriptedTransport()
  const [onCaption, onUnknownTool] = [vi.fn<Talk['onCaption']>(), vi.fn<Talk['onUnknownTool']>()]
  const model = 'gpt-realtime'
  const session = sessionOver(transport, sdk, {
    tools,
    onCaption,
    onUnknownTool,
    instructions: 'Be Lisa',
    model,
  })
  await session.connect({ apiKey: 'ek_1' })
  const outputs = () =>
    transport.sent.flatMap(({ item }) => (item?.type === 'function_call_output' ? [item.output] : []))
  const answersAsked = () => transport.sent.filter(({ type }) => type === 'response.create').length
  return { transport, run, outputs, answersAsked, onCaption, onUnknownTool }
}

const eventually = (check: () => void) => vi.waitFor(check, 20_000)

test('what is sent at the start: instructions and tools, and nothing that the key has settled', async () => {
  const { transport } = await talk()
  const [{ session } = { session: {} }] = transport.sent
  expect(JSON.parse(JSON.stringify(session))).toEqual({
    type: 'realtime',
    model: 'gpt-realtime',
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

test('a tool call is carried out, answered, and talked about', async () => {
  const { transport, run, outputs, answersAsked } = await talk()
  transport.calls('create_goal', '{"title":"Run"}', 'call_7')
  await eventually(() => expect(answersAsked()).toBe(1))
  expect(run).toHaveBeenCalledExactlyOnceWith({ title: 'Run' }, 'call_7')
  expect(outputs()).toEqual(['Goal created: Run (monthly).'])
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

test('captions come out of the events', async () => {
  const { transport, onCaption } = await talk()
  transport.says({
    type: 'response.output_audio_transcript.delta',
    item_id: 'a',
    response_id: 'r',
    output_index: 0,
    content_index: 0,
    delta: 'Hello',
  })
  expect(onCaption.mock.calls).toEqual([[{ id: 'a', speaker: 'Lisa', delta: 'Hello' }]])
})

afterEach(() => Reflect.deleteProperty(navigator, 'mediaDevices'))

function opened(getUserMedia: () => Promise<unknown>, overrides: Partial<Talk> = {}) {
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } })
  const [onConnected, onFailed, onLost] = [
    vi.fn<Talk['onConnected']>(),
    vi.fn<Talk['onFailed']>(),
    vi.fn<Talk['onLost']>(),
  ]
  const close = openTalk({
    getKey: () => new Promise(() => {}),
    getInstructions: async () => '',
    tools: [],
    onConnected,
    onFailed,
    onLost,
    onCaption: () => {},
    onUnknownTool: () => {},
    ...overrides,
  })
  return { close, onConnected, onFailed, onLost }
}

const aTrack = () => ({ stop: vi.fn<() => void>(), addEventListener: () => {} })
const streamOf = (track: object) => ({ getTracks: () => [track] })

test('a microphone that is granted after the talk was closed is switched off at once', async () => {
  let grant: (stream: object) => void = () => {}
  const { close, onFailed } = opened(() => new Promise((resolve) => (grant = resolve)))
  const track = aTrack()
  close()
  close()
  grant(streamOf(track))
  await eventually(() => expect(track.stop).toHaveBeenCalled())
  expect(onFailed).not.toHaveBeenCalled()
})

test('a key that cannot be had ends it, with the microphone off', async () => {
  const track = aTrack()
  const { onFailed } = opened(async () => streamOf(track), { getKey: async () => ({}) })
  await eventually(() => expect(onFailed).toHaveBeenCalledOnce())
  expect(onFailed.mock.calls[0]?.[0]).toMatchObject({ message: 'No ephemeral key was received.' })
  expect(track.stop).toHaveBeenCalled()
})

test('20 seconds without a connection are a failure; the time of the question for the microphone is not counted', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let grant: (stream: object) => void = () => {}
  const { onFailed } = opened(() => new Promise((resolve) => (grant = resolve)))
  await vi.advanceTimersByTimeAsync(60_000)
  const track = aTrack()
  grant(streamOf(track))
  await vi.advanceTimersByTimeAsync(19_900)
  expect(onFailed).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(onFailed.mock.calls[0]?.[0]).toMatchObject({ message: 'This took too long. Please try again.' })
  expect(track.stop).toHaveBeenCalled()
})
