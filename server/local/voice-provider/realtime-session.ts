import { randomUUID } from 'node:crypto'
import type {
  ConversationItem,
  RealtimeConversationItemAssistantMessage,
  RealtimeConversationItemUserMessage,
  RealtimeResponse,
  RealtimeServerEvent,
  RealtimeSessionCreateRequest,
} from 'openai/resources/realtime/realtime'
import { longestMs, voiceActivity } from './voice-activity'
import { loadClip, type Clip } from './clips'

export type ToolCall = { name: string; arguments: object }
export type Reply = { say?: string[]; call?: ToolCall }
export type Event = { type: string } & Record<string, unknown>

type Transport = {
  send: (event: Event) => void
  /** Resolves when the clip has been played or stopped. */
  play: (clip: Clip) => Promise<void>
  stopPlayback: () => void
}

const idOf = (kind: string) => `${kind}_${randomUUID().replaceAll('-', '').slice(0, 20)}`
const wordMs = 60
/** What each answer reports, made up: 1,000 of these tokens count. */
const usage = {
  input_tokens: 2_870,
  input_token_details: { cached_tokens: 2_400 },
  output_tokens: 500,
  total_tokens: 3_370,
}
const transcript = '(You spoke. This demo only hears sounds.)'

/** The server side of one session in the realtime protocol, with the actions and conditions that a script needs. */
export function createRealtimeSession({ send: emit, play, stopPlayback }: Transport) {
  const session = { type: 'realtime', object: 'realtime.session', id: idOf('sess') } as Settings
  const items = new Map<string, ConversationItem>()
  const outputs = new Map<string, string>()
  let isRequested = false
  let onRequest = () => {}
  let turnEnded = () => {}
  let isListening = false
  /** What the user has written since the last response began. */
  let written: string | undefined
  let userItemId = ''
  let responseId: string | undefined
  let lastResponseId = ''

  // What the provider publishes of its events, which the compiler holds these to.
  const send = <T extends RealtimeServerEvent['type']>(
    type: T,
    fields: Omit<Extract<RealtimeServerEvent, { type: T }>, 'type' | 'event_id'>,
  ) => emit({ type, event_id: idOf('event'), ...fields })
  const activity = voiceActivity({
    onStart() {
      userItemId = idOf('item')
      send('input_audio_buffer.speech_started', { item_id: userItemId, audio_start_ms: 0 })
    },
    onEnd() {
      send('input_audio_buffer.speech_stopped', { item_id: userItemId, audio_end_ms: 0 })
      send('input_audio_buffer.committed', { item_id: userItemId })
      const item = userItem(userItemId)
      items.set(userItemId, item)
      send('conversation.item.added', { item })
      send('conversation.item.done', { item })
      const transcription = transcriptionOf(session)
      const place = { item_id: userItemId, content_index: 0 }
      if (transcription?.model?.startsWith('failing')) {
        const error = {
          type: 'transcription_error',
          message: 'The audio could not be transcribed',
        }
        send('conversation.item.input_audio_transcription.failed', { ...place, error })
      } else if (transcription) {
        items.set(userItemId, userItem(userItemId, transcript))
        const usage = { type: 'duration' as const, seconds: 1 }
        send('conversation.item.input_audio_transcription.completed', { ...place, transcript, usage })
      }
      userItemId = ''
      turnEnded()
    },
  })

  async function say(clip: Clip, at: { response_id: string; output_index: number }) {
    const item = {
      id: idOf('item'),
      type: 'message',
      role: 'assistant',
      status: 'in_progress',
      content: [],
    } satisfies RealtimeConversationItemAssistantMessage
    const place = { ...at, item_id: item.id, content_index: 0 }
    send('response.output_item.added', { ...at, item })
    send('conversation.item.added', { item })
    send('response.content_part.added', { ...place, part: { type: 'audio', transcript: '' } })
    send('output_audio_buffer.started', { response_id: at.response_id })
    const played = play(clip)
    for (const word of clip.text.split(/(?<= )/)) {
      if (responseId !== at.response_id) return
      send('response.output_audio_transcript.delta', { ...place, delta: word })
      await new Promise((resolve) => setTimeout(resolve, wordMs))
    }
    send('response.output_audio.done', place)
    send('response.output_audio_transcript.done', { ...place, transcript: clip.text })
    send('response.content_part.done', { ...place, part: { type: 'audio', transcript: clip.text } })
    const spoken: ConversationItem = {
      ...item,
      status: 'completed',
      content: [{ type: 'output_audio', transcript: clip.text }],
    }
    send('conversation.item.done', { item: spoken })
    send('response.output_item.done', { ...at, item: spoken })
    await played
  }

  function call({ name, arguments: input }: ToolCall, at: { response_id: string; output_index: number }) {
    const json = JSON.stringify(input)
    const item = { id: idOf('item'), type: 'function_call' as const, name, call_id: idOf('call') }
    const begun: ConversationItem = { ...item, status: 'in_progress', arguments: '' }
    const done: ConversationItem = { ...item, status: 'completed', arguments: json }
    const place = { ...at, item_id: item.id, call_id: item.call_id }
    send('response.output_item.added', { ...at, item: begun })
    send('conversation.item.added', { item: begun })
    send('response.function_call_arguments.delta', { ...place, delta: json })
    send('response.function_call_arguments.done', { ...place, name, arguments: json })
    send('conversation.item.done', { item: done })
    send('response.output_item.done', { ...at, item: done })
    return item.call_id
  }

  const realtimeSession = {
    send,

    /** `settings`: the session settings that came with the offer. */
    open(settings: object) {
      Object.assign(session, settings)
      send('session.created', { session })
    },

    /** Waits for `response.create`, unless one has arrived since the last response started. */
    async waitForRequest() {
      if (!isRequested) await new Promise<void>((resolve) => (onRequest = resolve))
      isRequested = false
    },

    /** Plays the clips and calls the tool. Resolves with the tool's output once the client requests a response to it. */
    async respond({ say: names = [], call: tool }: Reply): Promise<string> {
      const id = (responseId = lastResponseId = idOf('resp'))
      written = undefined
      const response: RealtimeResponse = { id, object: 'realtime.response', output: [] }
      send('response.created', { response: { ...response, status: 'in_progress' } })
      let index = 0
      for (const name of names) await say(loadClip(name), { response_id: id, output_index: index++ })
      if (responseId !== id) return realtimeSession.waitForRequest().then(() => '')
      // A request from before the call is not about its output.
      isRequested = false
      const callId = tool && call(tool, { response_id: id, output_index: index })
      responseId = undefined
      send('response.done', { response: { ...response, status: 'completed', usage } })
      if (names.length) send('output_audio_buffer.stopped', { response_id: id })
      if (!callId) return ''
      // A request without the tool's output answers something that the user has written meanwhile.
      while (!outputs.has(callId)) await realtimeSession.waitForRequest()
      return outputs.get(callId) ?? ''
    },

    /** Waits until the user has spoken or written, or has done neither for `silenceMs`. Resolves with what was written. */
    async waitForUser(silenceMs = Infinity) {
      activity.reset()
      isListening = true
      await new Promise<void>((resolve) => {
        turnEnded = resolve
        // The user has written before the question was over.
        if (written !== undefined) return resolve()
        if (silenceMs === Infinity) return
        // A microphone that is unplugged in the middle of a turn sends no more packets, not even silence.
        const stopWaiting = () => (userItemId ? setTimeout(() => activity.endTurn(), longestMs) : resolve())
        setTimeout(stopWaiting, silenceMs)
      })
      isListening = false
      return written
    },

    addAudioLevel(level: number) {
      if (isListening) activity.addLevel(level)
    },

    instructions: () => String(session.instructions ?? ''),

    receive(event: Event) {
      switch (event.type) {
        case 'session.update': {
          const update = event.session as Settings
          const missing = missingModel(update)
          if (missing) return send('error', { error: { ...missing, event_id: String(event.event_id) } })
          const { audio } = session
          Object.assign(session, update)
          if (update.audio)
            session.audio = { ...audio, ...update.audio, input: { ...audio?.input, ...update.audio.input } }
          return send('session.updated', { session })
        }
        case 'conversation.item.create': {
          const item = { id: idOf('item'), ...(event.item as ConversationItem) }
          if (item.type === 'function_call_output') outputs.set(item.call_id, item.output)
          if ('role' in item && item.role === 'user') written = item.content[0]?.text
          send('conversation.item.added', { item })
          return send('conversation.item.done', { item })
        }
        case 'conversation.item.retrieve': {
          const item = items.get(String(event.item_id))
          return item && send('conversation.item.retrieved', { item })
        }
        case 'response.create':
          if (isListening && written !== undefined) return turnEnded()
          isRequested = true
          return onRequest()
        case 'response.cancel': {
          const id = responseId
          if (!id) return
          responseId = undefined
          return send('response.done', {
            response: { id, object: 'realtime.response', output: [], status: 'cancelled' },
          })
        }
        case 'output_audio_buffer.clear':
          stopPlayback()
          return send('output_audio_buffer.cleared', { response_id: lastResponseId })
      }
    },
  }
  return realtimeSession
}

export type RealtimeSession = ReturnType<typeof createRealtimeSession>

export type Settings = RealtimeSessionCreateRequest

/** Something that the user has said. */
export const userItem = (id: string, transcript?: string): RealtimeConversationItemUserMessage => ({
  id,
  type: 'message',
  role: 'user',
  status: 'completed',
  content: [{ type: 'input_audio', transcript }],
})

const transcriptionOf = ({ audio }: Settings) => audio?.input?.transcription

/** To try what happens when the provider retires a model: the error about the first one whose name begins with `retired`. */
export function missingModel(session: Settings) {
  const models = {
    'session.model': session.model,
    'session.audio.input.transcription.model': transcriptionOf(session)?.model,
  }
  const [param, model] = Object.entries(models).find(([, name]) => name?.startsWith('retired')) ?? []
  if (!model) return undefined
  const message = `The model \`${model}\` does not exist or you do not have access to it.`
  return { type: 'invalid_request_error', code: 'model_not_found', param, message }
}
