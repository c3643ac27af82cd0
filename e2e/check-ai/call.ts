import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Audio, PeerConnection } from 'node-datachannel'
import type { ProviderEvent } from '../../client/src/features/voice/provider-event'
import type { Clip } from '../../server/local/voice-provider/clips'
import { rtpPacket } from '../../server/local/voice-provider/rtp'

const opus = 111
const levelExtension = 1
const packetMs = 20
const samplesOfPacket = 960
/** In -dBov: a voice, and silence. */
const levels = { loud: 20, silent: 127 }
const silence = Buffer.from([0xf8, 0xff, 0xfe])
/** A packet of silence is shorter. */
const shortestSound = 20

export type Call = ReturnType<typeof createCall>

/** The side of the browser in a call, with a microphone that is silent until it `speaks`. */
export function createCall() {
  const peer = new PeerConnection('check-ai', { iceServers: [], disableAutoNegotiation: true })
  const stream = { ssrc: randomInt(1, 2 ** 31), payloadType: opus }
  const audio = new Audio('0', 'SendRecv')
  audio.addOpusCodec(opus)
  audio.addSSRC(stream.ssrc, 'check-ai', 'check-ai', 'microphone')
  audio.parseSdpLine(`a=extmap:${levelExtension} urn:ietf:params:rtp-hdrext:ssrc-audio-level`)
  const track = peer.addTrack(audio)
  const channel = peer.createDataChannel('oai-events')

  const listeners = new Set<(event: ProviderEvent) => void>()
  channel.onMessage((message) => {
    const event = JSON.parse(String(message)) as ProviderEvent
    for (const listener of listeners) listener(event)
  })
  let soundPackets = 0
  track.onMessage((packet) => {
    const isOpus = ((packet[1] ?? 0) & 0x7f) === opus
    if (isOpus && packet.length > 12 + shortestSound) soundPackets++
  })
  const opened = new Promise<void>((resolve) => channel.onOpen(resolve))
  const closed = new Promise<void>((resolve) => {
    channel.onClosed(resolve)
    peer.onStateChange((state) => ['disconnected', 'failed', 'closed'].includes(state) && resolve())
  })

  const words: Buffer[] = []
  let sequence = randomInt(2 ** 15)
  let sent = 0
  const microphone = setInterval(() => {
    const spoken = words.shift()
    const level = { id: levelExtension, value: spoken ? levels.loud : levels.silent }
    const position = { sequence: sequence++, timestamp: sent * samplesOfPacket, isFirst: sent++ === 0 }
    try {
      if (track.isOpen()) track.sendMessageBinary(rtpPacket(stream, position, spoken ?? silence, level))
    } catch {
      // The track was closed after the check.
    }
  }, packetMs)

  peer.setLocalDescription('offer')
  return {
    /** Has no addresses, like the page's, which does not wait for them: the server learns them from its checks. */
    offer: (peer.localDescription()?.sdp ?? '').replace(/^a=(?:candidate:.*|end-of-candidates)\r?\n/gm, ''),
    /** How many packets of Lisa's voice have come. */
    soundPackets: () => soundPackets,
    /** Resolves once either side has ended the call. */
    closed,
    /** Whether the channel for events opens within the limit. */
    async connect(answer: string, limitMs: number): Promise<boolean> {
      try {
        peer.setRemoteDescription(answer, 'answer')
      } catch {
        return false
      }
      return Promise.race([
        opened.then(() => true),
        closed.then(() => false),
        sleep(limitMs, false, { ref: false }),
      ])
    },
    send(event: ProviderEvent) {
      if (channel.isOpen()) channel.sendMessage(JSON.stringify(event))
    },
    on(listener: (event: ProviderEvent) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** The first result of `find` that is not undefined, over the events from now on; undefined after the limit. */
    async next<T>(find: (event: ProviderEvent) => T | undefined, limitMs: number): Promise<T | undefined> {
      let stop = () => {}
      const found = new Promise<T>((resolve) => {
        stop = this.on((event) => {
          const result = find(event)
          if (result !== undefined) resolve(result)
        })
      })
      const late = sleep(limitMs, undefined, { ref: false })
      return Promise.race([found, late, closed.then(() => undefined)]).finally(stop)
    },
    /** Resolves when the clip has been spoken. */
    async speak({ packets }: Clip) {
      words.push(...packets)
      while (words.length > 0) await sleep(packetMs)
    },
    close() {
      clearInterval(microphone)
      peer.close()
    },
  }
}
