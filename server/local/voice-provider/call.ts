import { randomInt } from 'node:crypto'
import { Audio, type DataChannel, PeerConnection, type Track } from 'node-datachannel'
import type { Line } from './lines'
import { audioLevel, rtpPacket } from './rtp'
import { perform } from './script'
import { openStage } from './stage'

const packetMs = 20
const samplesPerMs = 48
const audioLevelUri = 'urn:ietf:params:rtp-hdrext:ssrc-audio-level'

/**
 * Answers a browser's offer and plays the talk, whose end is among `open` as long as it lasts. Rejects an offer that it
 * cannot answer.
 */
export async function answerCall(offer: string, session: object, open: Set<() => void>): Promise<string> {
  const { mid, payloadType, levelExtension } = audioOf(offer)
  // Only loopback: the demo is for a browser on this machine, and never seen by the network.
  const peer = new PeerConnection('lisa', {
    iceServers: [],
    bindAddress: '127.0.0.1',
    disableAutoNegotiation: true,
  })
  const ssrc = randomInt(1, 2 ** 31)
  const audio = new Audio(mid, 'SendRecv')
  audio.addOpusCodec(payloadType)
  audio.addSSRC(ssrc, 'lisa', 'lisa', 'voice')
  if (levelExtension) audio.parseSdpLine(`a=extmap:${levelExtension} ${audioLevelUri}`)
  const track = peer.addTrack(audio)
  const speaker = openSpeaker(track, { ssrc, payloadType })
  const close = () => {
    if (!open.delete(close)) return
    speaker.hush()
    peer.close()
  }
  open.add(close)

  peer.onStateChange((state) => ['disconnected', 'failed', 'closed'].includes(state) && close())
  peer.onDataChannel((channel) => {
    channel.onClosed(close)
    const stage = talkOver(channel, speaker, session)
    track.onMessage((packet) => {
      const level = levelExtension ? audioLevel(packet, levelExtension) : undefined
      if (level !== undefined) stage.hear(level)
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

function talkOver(channel: DataChannel, { play, hush }: ReturnType<typeof openSpeaker>, session: object) {
  const stage = openStage({
    send: (event) => void (channel.isOpen() && channel.sendMessage(JSON.stringify(event))),
    play,
    hush,
  })
  channel.onMessage((message) => stage.receive(JSON.parse(String(message))))
  const begin = () => {
    stage.open(session)
    void perform(stage)
  }
  if (channel.isOpen()) begin()
  else channel.onOpen(begin)
  return stage
}

/** What the browser calls its audio: the section of its offer, and the numbers in it. */
function audioOf(offer: string) {
  const section = offer.split(/^(?=m=)/m).find((part) => part.startsWith('m=audio')) ?? ''
  const mid = /^a=mid:(\S+)/m.exec(section)?.[1]
  const payloadType = /^a=rtpmap:(\d+) opus\/48000/im.exec(section)?.[1]
  const level = new RegExp(`^a=extmap:(\\d+)\\S* ${audioLevelUri}`, 'm').exec(section)?.[1]
  if (!mid || !payloadType) throw new Error('The offer has no Opus audio')
  return { mid, payloadType: Number(payloadType), levelExtension: Number(level ?? 0) }
}

/** Sends lines as a microphone would, in real time, one at a time. */
function openSpeaker(track: Track, stream: { ssrc: number; payloadType: number }) {
  const opened = performance.now()
  let sequence = randomInt(2 ** 15)
  let hush = () => {}

  async function play({ packets }: Line) {
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
      hush = end
    })
  }

  function transmit(packet: Buffer) {
    try {
      if (track.isOpen()) track.sendMessageBinary(packet)
    } catch {
      // It closed between the question and the packet.
    }
  }

  return { play, hush: () => hush() }
}
