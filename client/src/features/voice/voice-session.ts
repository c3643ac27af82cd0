import type { RealtimeSession, RealtimeTransportLayer } from '@openai/agents-realtime'
import { captionChangeOf } from './voice-captions'
import { voiceKeyOf } from './voice-key'
import { connectionProblem, microphoneProblem, VoiceProblem } from './voice-problems'
import type { CaptionChange } from './voice-state'
import type { VoiceTool } from './voice-tools'

export type Talk = {
  getKey: () => Promise<unknown>
  getInstructions: () => Promise<string>
  tools: VoiceTool[]
  onConnected: (isDemo: boolean) => void
  onFailed: (error: unknown) => void
  onLost: (problem: string) => void
  onCaption: (change: CaptionChange) => void
  onUnknownTool: (callId: string) => void
}

const connectLimitMs = 20_000

/** In its own chunk, the largest of the app. */
export const loadSdk = () =>
  import('@openai/agents-realtime').catch(() => {
    throw new VoiceProblem("Part of Lisa didn't load. Check your connection and try again.")
  })

/**
 * Opens a talk and returns a function that closes it; calling it again is harmless. Closing stops the connection and the
 * microphone, even one that is granted later, and ends all callbacks.
 */
export function openTalk(talk: Talk): () => void {
  const release: (() => unknown)[] = []
  let isClosed = false

  function close() {
    isClosed = true
    for (const step of release.splice(0).reverse()) {
      try {
        step()
      } catch {
        // The SDK throws if there is nothing to interrupt; the remaining steps must still run.
      }
    }
  }
  /** Registers how to release a resource; if the talk is closed already, releases it and throws. */
  function own<T>(resource: T, free: (resource: T) => unknown): T {
    release.push(() => free(resource))
    if (!isClosed) return resource
    close()
    throw new VoiceProblem('The call has ended.')
  }
  function end(report: () => void) {
    if (isClosed) return
    close()
    report()
  }

  // First, while the browser still attributes it to the user's tap.
  const microphone = openMicrophone(own)
  const lose = (problem: string) => end(() => talk.onLost(problem))
  inTime(microphone, connect(talk, microphone, own, lose)).then(
    (isDemo) => isClosed || talk.onConnected(isDemo),
    (error: unknown) => end(() => talk.onFailed(error)),
  )
  return close
}

type Own = <T>(resource: T, free: (resource: T) => unknown) => T

async function connect(
  talk: Talk,
  microphone: Promise<MediaStream>,
  own: Own,
  lose: (problem: string) => void,
): Promise<boolean> {
  const [mediaStream, sdk, key, instructions] = await Promise.all([
    microphone,
    loadSdk(),
    talk.getKey().then(voiceKeyOf),
    talk.getInstructions(),
  ])
  mediaStream.getTracks()[0]?.addEventListener('ended', () => lose('The microphone was disconnected.'))

  const audioElement = own(document.createElement('audio'), (element) => (element.srcObject = null))
  const transport = new sdk.OpenAIRealtimeWebRTC({
    mediaStream,
    audioElement,
    baseUrl: key.callsUrl,
    useInsecureApiKey: key.isInsecure,
  })
  const session = sessionOver(transport, sdk, { ...talk, instructions, model: key.model })
  own(session, () => session.close())
  own(session, () => session.interrupt())

  await session.connect({ apiKey: key.value }).catch((error: unknown) => {
    throw connectionProblem(error)
  })
  transport.on('connection_change', (status) => {
    if (status === 'disconnected') lose('The connection was lost. Tap to start again.')
  })
  keepAwake(own)
  // Lisa speaks first.
  transport.requestResponse()
  return key.isDemo
}

type Session = Pick<Talk, 'tools' | 'onCaption' | 'onUnknownTool'> & { instructions: string; model: string }

/** The session over any transport; tests pass a scripted one. */
export function sessionOver(
  transport: RealtimeTransportLayer,
  sdk: Pick<Awaited<ReturnType<typeof loadSdk>>, 'RealtimeAgent' | 'RealtimeSession' | 'tool'>,
  { instructions, model, tools, onCaption, onUnknownTool }: Session,
): RealtimeSession {
  const agent = new sdk.RealtimeAgent({
    name: 'Lisa',
    instructions,
    tools: tools.map(({ name, description, parameters, run }) =>
      sdk.tool({
        name,
        description,
        strict: false,
        parameters: { type: 'object', additionalProperties: true, ...parameters },
        execute: (input, _context, details) => run(input, details?.toolCall?.callId ?? ''),
      }),
    ),
  })
  const session = new sdk.RealtimeSession(agent, {
    transport,
    model,
    tracingDisabled: true,
    // The audio settings belong to the key; the SDK's defaults must not override them.
    config: { providerData: { audio: undefined } },
  })

  transport.on('*', (event) => {
    const change = captionChangeOf(event)
    if (change) onCaption(change)
  })
  // The SDK does not handle an unknown tool or invalid arguments in a way that lets the talk go on.
  transport.on('function_call', (call) => {
    const tool = tools.find(({ name }) => name === call.name)
    if (!tool) onUnknownTool(call.callId)
    else if (!isJson(call.arguments))
      transport.sendFunctionCallOutput(
        call,
        tool.refuse(call.callId, 'The arguments are not valid JSON'),
        true,
      )
  })
  session.on('error', ({ error }) => {
    if (error instanceof Error && error.message.endsWith(' not found')) transport.requestResponse?.()
  })
  return session
}

/** The time limit starts when the microphone has been granted. */
function inTime<T>(microphone: Promise<unknown>, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout>
    const tooLong = () => reject(new VoiceProblem('This took too long. Please try again.'))
    const done = () => clearTimeout(timer)
    work.then(resolve, reject).finally(done)
    microphone.then(() => (timer = setTimeout(tooLong, connectLimitMs)), done)
  })
}

async function openMicrophone(own: Own): Promise<MediaStream> {
  if (!navigator.mediaDevices) throw new VoiceProblem('The microphone only works on a secure (https) page.')
  const audio = { echoCancellation: true, noiseSuppression: true, autoGainControl: true }
  const stream = await navigator.mediaDevices.getUserMedia({ audio }).catch((error: unknown) => {
    throw microphoneProblem(error)
  })
  return own(stream, (stream) => stream.getTracks().forEach((track) => track.stop()))
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Keeps the screen on: a phone that locks hides the document, which ends the talk. */
function keepAwake(own: Own) {
  navigator.wakeLock
    ?.request('screen')
    .then((lock) => own(lock, () => lock.release()))
    .catch(() => {})
}
