import { randomInt } from 'node:crypto'
import { networkInterfaces } from 'node:os'
import { Audio, type DataChannel, PeerConnection, type Track } from 'node-datachannel'
import type { Clip } from './clips'
import { audioLevel, rtpPacket } from './rtp'
import { runScript } from './script'
import { createRealtimeSession, type Event, type RealtimeSession } from './realtime-session'

export { cleanup } from 'node-datachannel'

const packetMs = 20
const samplesPerMs = 48
const audioLevelUri = 'urn:ietf:params:rtp-hdrext:ssrc-audio-level'

/** What the other side of a call does: the demo, or the misbehaviour that a test needs. */
export type Script = {
  run: (session: RealtimeSession) => unknown
  /** Sees each event of the client first; the session never gets one for which this is true. */
  intercept?: (event: Event, session: RealtimeSession) => boolean
  /** Replaces each event before it is sent. Undefined: the event is not sent. */
  sends?: (event: Event) => Event | undefined
}

/**
 * Answers a browser's offer and runs the script over it. `openCalls` holds a function that closes the call while it lasts.
 * Rejects an offer that it cannot answer.
 */
export async function answerCall(
  offer: string,
  session: object,
  openCalls: Set<() => void>,
  script: Script = { run: runScript },
): Promise<string> {
  const { mid, payloadType, levelExtension } = audioOf(offer)
  const peer = new PeerConnection('lisa', {
    iceServers: [],
    bindAddress: loopbackIfAlone(),
    disableAutoNegotiation: true,
  })
  const ssrc = randomInt(1, 2 ** 31)
  const audio = new Audio(mid, 'SendRecv')
  audio.addOpusCodec(payloadType)
  audio.addSSRC(ssrc, 'lisa', 'lisa', 'voice')
  if (levelExtension) audio.parseSdpLine(`a=extmap:${levelExtension} ${audioLevelUri}`)
  const track = peer.addTrack(audio)
  const speaker = audioSender(track, { ssrc, payloadType })
  const close = () => {
    if (!openCalls.delete(close)) return
    speaker.stopPlayback()
    peer.close()
  }
  openCalls.add(close)

  peer.onStateChange((state) => ['disconnected', 'failed', 'closed'].includes(state) && close())
  peer.onDataChannel((channel) => {
    channel.onClosed(close)
    const realtimeSession = connectSession(channel, speaker, session, script)
    track.onMessage((packet) => {
      const level = levelExtension ? audioLevel(packet, levelExtension) : undefined
      if (level !== undefined) realtimeSession.addAudioLevel(level)
    })
  })
  try {
    const gathered = new Promise<void>((resolve) =>
      peer.onGatheringStateChange((state) => state === 'complete' && resolve()),
    )
    peer.setRemoteDescription(offer, 'offer')
    peer.setLocalDescription('answer')
    await gathered
    return peer.localDescription()?.sdp ?? ''
  } catch (error) {
    close()
    throw error
  }
}

function connectSession(
  channel: DataChannel,
  { play, stopPlayback }: ReturnType<typeof audioSender>,
  session: object,
  { run, intercept, sends = (event) => event }: Script,
) {
  const realtimeSession = createRealtimeSession({
    send(event) {
      try {
        const sent = sends(event)
        if (sent && channel.isOpen()) channel.sendMessage(JSON.stringify(sent))
      } catch {
        // The channel was closed after the check. Thrown in a callback of the library, the error would end the process.
      }
    },
    play,
    stopPlayback,
  })
  channel.onMessage((message) => {
    const event = JSON.parse(String(message)) as Event
    if (!intercept?.(event, realtimeSession)) realtimeSession.receive(event)
  })
  const begin = () => {
    realtimeSession.open(session)
    void run(realtimeSession)
  }
  if (channel.isOpen()) begin()
  else channel.onOpen(begin)
  return realtimeSession
}

/**
 * Firefox connects to no loopback address, and libdatachannel offers loopback only when bound to it. A stranger on the network
 * knows neither the call's password nor its certificate, so the open port is of no use to them.
 */
function loopbackIfAlone() {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  return addresses.every(({ internal }) => internal) ? '127.0.0.1' : undefined
}

/** The audio section of an SDP offer: its mid, and the numbers of Opus and of the level extension. */
function audioOf(offer: string) {
  const section = offer.split(/^(?=m=)/m).find((part) => part.startsWith('m=audio')) ?? ''
  const mid = /^a=mid:(\S+)/m.exec(section)?.[1]
  const payloadType = /^a=rtpmap:(\d+) opus\/48000/im.exec(section)?.[1]
  const level = new RegExp(`^a=extmap:(\\d+)(?:/\\S*)? ${audioLevelUri}`, 'm').exec(section)?.[1]
  if (!mid || !payloadType) throw new Error('The offer has no Opus audio')
  return { mid, payloadType: Number(payloadType), levelExtension: Number(level ?? 0) }
}

/** Sends clips in real time, one at a time. */
function audioSender(track: Track, stream: { ssrc: number; payloadType: number }) {
  const opened = performance.now()
  let sequence = randomInt(2 ** 15)
  let stopPlayback = () => {}

  async function play({ packets }: Clip) {
    const began = performance.now()
    const firstTimestamp = Math.round((began - opened) * samplesPerMs)
    let sent = 0
    await new Promise<void>((resolve) => {
      const timer = setInterval(() => {
        for (const due = Math.ceil((performance.now() - began) / packetMs); sent < due; sent++) {
          const payload = packets[sent]
          if (!payload) return end()
          const timestamp = firstTimestamp + sent * packetMs * samplesPerMs
          transmit(rtpPacket(stream, { sequence: sequence++, timestamp, isFirst: sent === 0 }, payload))
        }
      }, packetMs)
      const end = () => {
        clearInterval(timer)
        resolve()
      }
      stopPlayback = end
    })
  }

  function transmit(packet: Buffer) {
    try {
      if (track.isOpen()) track.sendMessageBinary(packet)
    } catch {
      // The track was closed after the check.
    }
  }

  return { play, stopPlayback: () => stopPlayback() }
}
