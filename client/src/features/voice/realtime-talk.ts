import {
  OpenAIRealtimeWebRTC,
  RealtimeAgent,
  RealtimeSession,
  tool,
  type RealtimeTransportLayer,
} from '@openai/agents-realtime'
import type { EndOfTalk } from '@shared/voice'
import { api, isUnauthorized } from '@/lib/api/api'
import { followConsent } from './consent'
import { hearVoice } from './heard-voice'
import { heardWords } from './heard-words'
import { measureLoudness, type Loudness } from './loudness'
import { completeEvent, type ProviderEvent } from './provider-event'
import { screenLock } from './screen-lock'
import { cutToBytes } from './utf8'
import { watchAnswer } from './voice-answer'
import { captionChangeOf } from './voice-captions'
import { confirmationOf } from './voice-confirmation'
import { watchConnection } from './voice-connection'
import { failureOf } from './voice-failures'
import { watchIdle } from './voice-idle'
import { voiceKeyOf } from './voice-key'
import { limitTalk } from './voice-limit'
import { setEnabled, watchMicrophone } from './voice-microphone'
import { connectionProblem } from './voice-problems'
import { settingsToSend } from './voice-settings'
import { playSound } from './voice-sound'
import type { CaptionChange, NoticeKind } from './voice-state'
import type { VoiceTool } from './voice-tools'
import { watchTranscription } from './voice-transcription'
import { followTurn, type Turn } from './voice-turn'
import { countUsage } from './voice-usage'
import { hideCalls } from './written-calls'

// What only a talk needs, in one chunk with the SDK.
export { VoiceCard } from './voice-card'
export { isUnproven } from './voice-proof'
export { VoiceRings } from './voice-rings'

/** What a talk needs, and whom it tells. */
export type Talk = {
  getKey: () => Promise<unknown>
  /** The browser asks for the microphone only once it has a key. */
  isKeyFirst?: boolean
  prepare: () => Promise<{ instructions: string; tools: VoiceTool[] }>
  /** A talk without a microphone, in which the user writes. */
  isByText?: boolean
  onConnected: (live: LiveTalk) => void
  onFailed: (error: unknown) => void
  /** The talk has ended because it could not go on. */
  onLost: (problem: string) => void
  /** The talk has ended as planned. */
  onEnded: (text: string) => void
  /** Without a text the notice is over. */
  onNotice: (kind: NoticeKind, text?: string) => void
  onSoundBlocked: (isBlocked: boolean) => void
  onCaption: (change: CaptionChange) => void
  onTurn: (turn: Turn) => void
  onUnknownTool: (callId: string) => void
  /** Called once for each call that was begun, however it ends. */
  hangUp: (told: EndOfTalk) => void
}

/** What the screen can do with a talk that is live. */
export type LiveTalk = {
  isDemo: boolean
  /** Sends a message, which interrupts Lisa. Returns false if it could not be sent. */
  write: (text: string) => boolean
  /** The user is typing, so the talk is not idle although nothing has been sent yet. */
  onTyping: () => void
  /** Tells Lisa something that the user does not hear. */
  tell: (text: string) => void
  measureLoudness: () => Loudness | undefined
}

/** Registers how to release a resource; if the talk is closed already, releases it and throws. */
export type Own = <T>(resource: T, free: (resource: T) => unknown) => T

const longestOutputBytes = 32 * 1024
/** What an event holds besides a tool's output. */
const envelopeBytes = 1024
/** Of a data channel whose description does not say it. */
const defaultMessageBytes = 64 * 1024

type Connection = {
  /** Undefined in a talk by text. */
  microphone: Promise<MediaStream | undefined>
  sound: HTMLAudioElement
  own: Own
  onEnd: (text: string) => void
  onLost: (problem: string) => void
}

/** Resolves once Lisa has her instructions; until then neither side hears the other. */
export async function connect(
  talk: Talk,
  { microphone, sound, own, onEnd, onLost }: Connection,
): Promise<LiveTalk> {
  const [input, key, { instructions, tools }] = await Promise.all([
    microphone,
    // A refused microphone uses up no key.
    microphone.then(() => talk.getKey()).then(voiceKeyOf),
    talk.prepare(),
  ])
  const mediaStream = input ?? silence(own)
  if (input)
    watchMicrophone(input, {
      onMuted: (isMuted) =>
        talk.onNotice(
          'microphone',
          isMuted ? "Lisa can't hear you. Unmute it in your system or on your headset." : undefined,
        ),
      onUnplugged: () => onLost('The microphone was disconnected.'),
    })

  const begunAt = performance.now()
  const usage = countUsage(key.tokens, () => onEnd(usedUp))
  const sent = key.session && settingsToSend(key.session)
  const confirmation = confirmationOf({ instructions, tools }, sent && onRefused)
  let live: ReturnType<typeof liveTalk> | undefined
  const transport = new OpenAIRealtimeWebRTC({
    mediaStream,
    audioElement: sound,
    baseUrl: key.callsUrl,
    useInsecureApiKey: key.isInsecure,
  })
  transport.on('connection_change', () =>
    transport.connectionState.dataChannel?.addEventListener('message', completeEvent),
  )
  const session = sessionOver(transport, {
    instructions,
    model: key.model,
    settings: sent?.settings,
    tools,
    longestOutput() {
      const channel = transport.connectionState.peerConnection?.sctp?.maxMessageSize ?? defaultMessageBytes
      return Math.min(longestOutputBytes, channel - envelopeBytes)
    },
    hasAgreed: async () => (await live?.hasAgreed()) ?? false,
    onAsked: () => live?.onAsked(),
    onEvent(event) {
      usage.hear(event)
      if (!live && confirmation.hear(event)) goLive()
      live?.hear(event)
    },
    onUnknownTool: talk.onUnknownTool,
  })
  own(session, () => session.close())
  own(session, () => session.interrupt())
  own(usage, () =>
    talk.hangUp({
      talkId: key.talkId,
      usage: usage.total(),
      goneTranscription: live?.goneTranscription(),
    }),
  )

  function onRefused(event: ProviderEvent): boolean {
    if (!sent?.leaveOut(event)) return false
    const configured = session
      .getInitialSessionConfig()
      .then((config) => transport.updateSessionConfig(config))
    // The data channel may have closed meanwhile.
    configured.catch(() => {})
    return true
  }
  function goLive() {
    const seconds = key.seconds - (performance.now() - begunAt) / 1000
    const { transcriptionModels, talkId } = key
    const tellsTranscription = !sent
    const measureVoice = () => measureLoudness({ Lisa: voiceOf(sound) })
    const measureVoices = () => measureLoudness({ You: mediaStream, Lisa: voiceOf(sound) })
    live = own(
      liveTalk({
        ...talk,
        transport,
        seconds,
        transcriptionModels,
        tellsTranscription,
        measureVoice,
        measureVoices,
        // A server that takes no settings with the offer may not be able to hang up.
        isOver: sent && talkId ? () => isOver(talkId) : undefined,
        onEnd,
        onLost,
      }),
      ({ stop }) => stop(),
    )
    const { peerConnection } = transport.connectionState
    if (peerConnection) {
      const tell = (isInterrupted: boolean) =>
        talk.onNotice('connection', isInterrupted ? interrupted : undefined)
      own(watchConnection(peerConnection, tell), (stop) => stop())
    }
    setEnabled(mediaStream, true)
    playSound(sound, talk.onSoundBlocked)
  }
  const lose = (status: string) =>
    status === 'disconnected' && onLost('The connection was lost. Tap to start again.')
  const connected = session.connect({ apiKey: key.value }).then(
    () => transport.on('connection_change', lose),
    (error: unknown) => {
      throw connectionProblem(error)
    },
  )
  // The SDK connects without our instructions too, after five seconds even if the provider has not answered.
  // connect() resolves before the SDK emits session.updated, so wait one task.
  await Promise.all([connected.then(() => setTimeout(confirmation.assume)), confirmation.confirmed])
  if (!live) goLive()
  if (!input)
    tellLisa(transport, 'The user has no microphone and writes to you. They hear and read what you say.')
  // Lisa speaks first.
  transport.requestResponse()
  return {
    isDemo: key.isDemo,
    write(text) {
      try {
        session.interrupt()
        session.sendMessage(text)
        return true
      } catch {
        // The data channel has closed, and the talk ends.
        return false
      }
    },
    onTyping: () => live?.onTyping(),
    tell: (text) => tellLisa(transport, text),
    measureLoudness: () => measureLoudness({ You: mediaStream, Lisa: voiceOf(sound) }),
  }
}

/** Also where the session has ended, and the talk with it. False if the server cannot say: an older one has no such call. */
export const isOver = (talkId: string) =>
  api('GET /api/voice/calls/:id', { id: talkId }).then(({ isOpen }) => !isOpen, isUnauthorized)

const voiceOf = (sound: HTMLAudioElement) => sound.srcObject as MediaStream

type Live = Pick<Talk, 'isByText' | 'onCaption' | 'onTurn' | 'onNotice' | 'onLost'> & {
  transport: Pick<RealtimeTransportLayer, 'sendEvent' | 'requestResponse'>
  seconds: number
  transcriptionModels?: string[]
  tellsTranscription: boolean
  /** Lisa's alone, since a browser may not be able to measure the user's. */
  measureVoice: () => Loudness | undefined
  measureVoices: () => Loudness | undefined
  /** Asked every few seconds, if given. */
  isOver?: () => Promise<boolean>
  /** Ends the talk as planned. */
  onEnd: (text: string) => void
}

const usedUp = 'This talk has used as much of the voice service as one talk may. What is saved stays saved.'

const unwritten =
  'Lisa hears you. But this screen cannot notice when you need a person: "Need help now?" above is there for that. Before Lisa saves anything she waits for your tap, and after the talk there will be no words of yours to keep.'

const uncalled =
  "Lisa's model wrote down what it wanted to do, but did not do it. This saved nothing and read nothing. Ask her again, or enter it yourself."

const interrupted =
  'Nothing comes from Lisa, and what you say does not reach her. If the connection does not come back in a few seconds, the talk ends. What is saved stays saved.'

const askEveryMs = 5_000

const endedElsewhere = 'This talk was ended, perhaps in another window. What is saved stays saved.'

const unanswered =
  'The voice service has not answered for ten seconds. Please say something, or stop and start a new talk.'

/** A talk from when Lisa has her instructions. `stop` ends its timers and lets the screen go dark. */
export function liveTalk({
  isByText,
  transport,
  seconds,
  transcriptionModels,
  tellsTranscription,
  measureVoice,
  measureVoices,
  isOver,
  onCaption,
  onTurn,
  onNotice,
  onEnd,
  onLost,
}: Live) {
  const lock = screenLock()
  const idle = watchIdle({
    onWords() {
      lock.hold()
      onNotice('idle')
    },
    onQuiet: lock.release,
    onAsk() {
      onNotice('idle', 'Say something, or this talk ends in a minute.')
      tellLisa(
        transport,
        'Nobody has said anything for a minute. Ask in one short sentence whether the user wants to go on. In another minute the talk ends by itself.',
      )
      transport.requestResponse?.()
    },
    onEnd: () => onEnd('Nobody said anything for two minutes, so the talk ended. Tap to start again.'),
  })
  const stopLimit = limitTalk(seconds, {
    onWarning(left) {
      onNotice('limit', `${left} left. What is saved stays saved.`)
      tellLisa(
        transport,
        `${left} left until this talk ends by itself. Tell the user with your next answer, and ask whether anything should be saved before.`,
      )
    },
    onEnd: () => onEnd('The time for this talk is over. What is saved stays saved.'),
  })
  const asking =
    isOver && setInterval(() => void isOver().then((is) => is && onEnd(endedElsewhere)), askEveryMs)
  idle.start()
  const turn = followTurn(onTurn)
  const answer = watchAnswer({ measure: measureVoices, onLate: () => onNotice('answer', unanswered) })
  const heard = heardWords()
  const voice = hearVoice({ measure: measureVoice, onEvent: follow })
  const transcription = watchTranscription({
    models: transcriptionModels,
    isTold: tellsTranscription,
    send: (event) => transport.sendEvent(event),
    onChange: (isOff) => !isByText && onNotice('unwritten', isOff ? unwritten : undefined),
  })
  const consent = followConsent()
  let hasCalled = false
  const hide = hideCalls((hadCall) => onNotice('tool', hadCall && !hasCalled ? uncalled : undefined))
  function caption(change: CaptionChange | undefined) {
    if (!change) return
    const shown = hide(change)
    consent.hear(shown)
    onCaption(shown)
  }
  function follow(event: ProviderEvent) {
    idle.hear(event)
    turn.hear(event)
    answer.hear(event)
    transcription.hear(event)
    caption(captionChangeOf(event, transcription.isOff()))
    caption(heard.hear(event))
  }

  return {
    /** The user is typing, so the talk is not idle although nothing has been sent yet. */
    onTyping: idle.hearTyping,
    onAsked: answer.ask,
    goneTranscription: transcription.gone,
    hasAgreed: consent.isGiven,
    stop() {
      voice.stop()
      turn.stop()
      caption(heard.stop())
      consent.stop()
      idle.stop()
      answer.stop()
      stopLimit()
      clearInterval(asking)
      lock.release()
    },
    hear(event: ProviderEvent) {
      if (event.type === 'response.created') hasCalled = false
      const isCall = Object(event.item).type === 'function_call'
      hasCalled ||= isCall
      follow(event)
      voice.hear(event)
      const failure = failureOf(event)
      if (failure?.endsTalk) onLost(failure.text)
      else if (failure) onNotice('answer', failure.text)
      else if (event.type === 'response.done') onNotice('answer')
      else if (isCall) onNotice('tool')
    },
  }
}

/** A silent stream in place of a microphone: the provider accepts no call without an audio track. */
function silence(own: Own): MediaStream {
  const context = own(new AudioContext(), (opened) => opened.close())
  return context.createMediaStreamDestination().stream
}

type SessionOptions = {
  instructions: string
  model: string
  /** Undefined where they were settled at the call. */
  settings?: Record<string, unknown>
  tools: VoiceTool[]
  /** The bytes that the output of a tool may take at this moment. */
  longestOutput: () => number
  /** Whether the user has agreed to what Lisa proposed. */
  hasAgreed: () => Promise<boolean>
  /** The page has asked the provider for an answer. */
  onAsked: () => void
  onEvent: (event: ProviderEvent) => void
  onUnknownTool: (callId: string) => void
}

/** The session over any transport; tests pass a scripted one. */
export function sessionOver(
  transport: RealtimeTransportLayer,
  {
    instructions,
    model,
    settings,
    tools,
    longestOutput,
    hasAgreed,
    onAsked,
    onEvent,
    onUnknownTool,
  }: SessionOptions,
): RealtimeSession {
  const agent = new RealtimeAgent({
    name: 'Lisa',
    instructions,
    tools: tools.map(({ name, description, parameters, run }) =>
      tool({
        name,
        description,
        strict: false,
        parameters: { type: 'object', additionalProperties: true, ...parameters },
        execute: async (input, _context, details) =>
          cutToBytes(await run(input, details?.toolCall?.callId ?? '', hasAgreed), longestOutput()),
      }),
    ),
  })
  const session = new RealtimeSession(agent, {
    transport,
    model,
    tracingDisabled: true,
    // The SDK's defaults must not override what was settled at the call, perhaps with another model than the key says.
    config: { providerData: settings ?? { audio: undefined, model: undefined } },
  })

  const requestResponse = transport.requestResponse?.bind(transport)
  // The SDK calls it too, after the output of a tool.
  transport.requestResponse = (response) => {
    requestResponse?.(response)
    onAsked()
  }
  transport.on('*', onEvent)
  // The SDK does not handle an unknown tool or invalid arguments in a way that lets the talk go on.
  transport.on('function_call', (call) => {
    const tool = tools.find(({ name }) => name === call.name)
    const answer = (output: string) =>
      transport.sendFunctionCallOutput(call, cutToBytes(output, longestOutput()), true)
    if (!tool) onUnknownTool(call.callId)
    else if (!call.arguments.trim()) {
      const answered = tool.run({}, call.callId, hasAgreed).then(answer)
      // The data channel may have closed meanwhile.
      answered.catch(() => {})
    } else if (!isJson(call.arguments)) answer(tool.refuse(call.callId, 'The arguments are not valid JSON'))
  })
  session.on('error', ({ error }) => {
    if (error instanceof Error && error.message.endsWith(' not found')) transport.requestResponse?.()
  })
  return session
}

/** Tells Lisa something that the user does not hear. She speaks of it with her next answer. */
export function tellLisa(transport: Pick<RealtimeTransportLayer, 'sendEvent'>, text: string) {
  try {
    transport.sendEvent({
      type: 'conversation.item.create',
      item: { type: 'message', role: 'system', content: [{ type: 'input_text', text }] },
    })
  } catch {
    // The data channel has closed, and the talk ends.
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
