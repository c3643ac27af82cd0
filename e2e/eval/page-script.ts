import type { Page } from '@playwright/test'
import type { EndOfTalk, WireEvent } from './event-log'

type InPage = {
  logEvent: (source: 'provider' | 'page', event: WireEvent) => void
  speak: (speech: Speech) => Promise<void>
}
/** `transcript` replaces the provider's transcription, for a provider that does not understand words. */
type Speech = { wav: string; transcript?: string }
type LeftOpen = Pick<EndOfTalk, 'liveTracks' | 'openConnections'>

/** Gives the page a microphone that plays the sound passed to {@link speak}, and logs the messages on its data channels. */
export async function equip(page: Page, logEvent: InPage['logEvent']) {
  await page.exposeFunction('logEvent', logEvent)
  // Without named functions: tsx would wrap them in calls of a helper that the page does not have.
  await page.addInitScript(() => {
    const tracks: MediaStreamTrack[] = []
    const peers: RTCPeerConnection[] = []
    const create = RTCPeerConnection.prototype.createDataChannel
    let room: AudioContext | undefined
    let microphone: MediaStreamAudioDestinationNode | undefined
    let understood: string | undefined

    Object.assign(navigator.mediaDevices, {
      async getUserMedia() {
        room ??= new AudioContext()
        microphone = room.createMediaStreamDestination()
        const silence = new ConstantSourceNode(room, { offset: 0 })
        // With nothing connected, the track delivers no samples at all.
        silence.connect(microphone)
        silence.start()
        tracks.push(...microphone.stream.getTracks())
        return microphone.stream
      },
    })

    Object.assign(window, {
      async speak({ wav, transcript }: Speech) {
        if (!room || !microphone) throw new Error('The page has not asked for the microphone')
        const bytes = Uint8Array.from(atob(wav), (char) => char.charCodeAt(0))
        const source = new AudioBufferSourceNode(room, { buffer: await room.decodeAudioData(bytes.buffer) })
        understood = transcript
        source.connect(microphone)
        source.start()
        await new Promise((resolve) => source.addEventListener('ended', resolve))
      },
    })

    RTCPeerConnection.prototype.createDataChannel = function (...args) {
      const channel = create.apply(this, args)
      const send = channel.send.bind(channel) as (data: string) => void
      const { logEvent } = window as unknown as InPage
      peers.push(this)
      Object.assign(channel, {
        send(data: string) {
          logEvent('page', JSON.parse(data) as WireEvent)
          send(data)
        },
      })
      // This listener runs before the app's.
      channel.addEventListener('message', (message: MessageEvent<string>) => {
        const event = JSON.parse(message.data) as WireEvent
        if (understood === undefined || !event.type.endsWith('input_audio_transcription.completed'))
          return logEvent('provider', event)
        const data = JSON.stringify({ ...event, transcript: understood })
        understood = undefined
        message.stopImmediatePropagation()
        channel.dispatchEvent(new MessageEvent('message', { data }))
      })
      return channel
    }

    // This listener runs before the app's, which closes everything.
    window.addEventListener('pagehide', () => {
      const left = {
        liveTracks: tracks.filter(({ readyState }) => readyState === 'live').length,
        openConnections: peers.filter(({ connectionState }) => connectionState !== 'closed').length,
      }
      sessionStorage.setItem('left-open', JSON.stringify(left))
    })
  })
}

/** Resolves when the speech is over. */
export const speak = (page: Page, speech: Speech) =>
  page.evaluate((speech) => (window as unknown as InPage).speak(speech), speech)

/** What the previous page had left open when it was closed. */
export const leftOpen = (page: Page) =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem('left-open') ?? '{}') as LeftOpen)
