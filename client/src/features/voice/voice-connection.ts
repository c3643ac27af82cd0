import { OpenAIRealtimeWebRTC } from '@openai/agents-realtime'
import { liveTalk } from './live-talk'
import { sessionOver } from './realtime-session'
import type { Own, Talk } from './talk'
import { confirmationOf } from './voice-confirmation'
import { voiceKeyOf } from './voice-key'
import { setEnabled, watchMicrophone } from './voice-microphone'
import { connectionProblem } from './voice-problems'
import { playSound } from './voice-sound'
import { countUsage } from './voice-usage'

const longestOutputBytes = 32 * 1024
/** What an event holds besides a tool's output. */
const envelopeBytes = 1024
/** Of a data channel whose description does not say it. */
const defaultMessageBytes = 64 * 1024

type Connection = {
  microphone: Promise<MediaStream>
  sound: HTMLAudioElement
  own: Own
  onEnd: (text: string) => void
  onLost: (problem: string) => void
}

/** Resolves once Lisa has her instructions; until then neither side hears the other. */
export async function connect(
  talk: Talk,
  { microphone, sound, own, onEnd, onLost }: Connection,
): Promise<boolean> {
  const [mediaStream, key, instructions] = await Promise.all([
    microphone,
    // A refused microphone uses up no key.
    microphone.then(() => talk.getKey()).then(voiceKeyOf),
    talk.getInstructions(),
  ])
  watchMicrophone(mediaStream, {
    onMuted: (isMuted) =>
      talk.onNotice(
        'microphone',
        isMuted ? "Lisa can't hear you. Unmute it in your system or on your headset." : undefined,
      ),
    onUnplugged: () => onLost('The microphone was disconnected.'),
  })

  const begunAt = performance.now()
  const usage = countUsage()
  const confirmation = confirmationOf({ instructions, tools: talk.tools })
  let live: ReturnType<typeof liveTalk> | undefined
  const transport = new OpenAIRealtimeWebRTC({
    mediaStream,
    audioElement: sound,
    baseUrl: key.callsUrl,
    useInsecureApiKey: key.isInsecure,
  })
  const session = sessionOver(transport, {
    instructions,
    model: key.model,
    tools: talk.tools,
    longestOutput() {
      const channel = transport.connectionState.peerConnection?.sctp?.maxMessageSize ?? defaultMessageBytes
      return Math.min(longestOutputBytes, channel - envelopeBytes)
    },
    onEvent(event) {
      usage.hear(event)
      if (live) live.hear(event)
      else if (confirmation.hear(event)) goLive()
    },
    onUnknownTool: talk.onUnknownTool,
  })
  own(session, () => session.close())
  own(session, () => session.interrupt())
  own(usage, () => talk.hangUp(key.talkId, usage.total()))

  function goLive() {
    const seconds = key.seconds - (performance.now() - begunAt) / 1000
    live = own(liveTalk({ ...talk, transport, seconds, onEnd, onLost }), ({ stop }) => stop())
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
  // The SDK connects without our instructions too.
  await Promise.all([connected, confirmation.confirmed])
  // Lisa speaks first.
  transport.requestResponse()
  return key.isDemo
}
