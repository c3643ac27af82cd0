import { OpenAIRealtimeWebRTC } from '@openai/agents-realtime'
import { liveTalk } from './live-talk'
import { measureLoudness } from './loudness'
import { sessionOver, tellLisa } from './realtime-session'
import { silence } from './silence'
import type { LiveTalk, Own, Talk } from './talk'
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
  const usage = countUsage()
  const confirmation = confirmationOf({ instructions, tools })
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
    tools,
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
    measureLoudness: () => measureLoudness({ You: mediaStream, Lisa: sound.srcObject as MediaStream }),
  }
}
