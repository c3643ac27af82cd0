import { renameSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'

type Watched = { streams: MediaStream[]; peers: RTCPeerConnection[] }

/** Keeps an eye on every microphone and connection that the page opens. */
export async function watchMedia(page: Page) {
  await page.addInitScript(() => {
    const watched: Watched = { streams: [], peers: [] }
    Object.assign(window, { watched })
    // Before the app itself hears that the page goes.
    window.addEventListener('pagehide', () => {
      const tracks = watched.streams.flatMap((stream) => stream.getTracks())
      const live = tracks.filter((track) => track.readyState === 'live').length
      sessionStorage.setItem('before-reload', JSON.stringify({ live, text: document.body.innerText }))
    })
    const devices = navigator.mediaDevices
    const open = devices.getUserMedia.bind(devices)
    devices.getUserMedia = async (constraints) => {
      const stream = await open(constraints)
      watched.streams.push(stream)
      return stream
    }
    window.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(...args: ConstructorParameters<typeof RTCPeerConnection>) {
        super(...args)
        watched.peers.push(this)
      }
    }
  })
}

export const liveTracks = (page: Page) =>
  page.evaluate(
    () =>
      (window as unknown as { watched: Watched }).watched.streams
        .flatMap((stream) => stream.getTracks())
        .filter((track) => track.readyState === 'live').length,
  )

/** What the microphone of the newest talk is at the moment. */
export const microphone = (page: Page) =>
  page.evaluate(() => {
    const track = (window as unknown as { watched: Watched }).watched.streams.at(-1)?.getTracks()[0]
    return { enabled: track?.enabled, readyState: track?.readyState }
  })

/** Keeps an eye on every sound that the page makes. */
export async function watchSounds(page: Page) {
  await page.addInitScript(() => {
    const elements: HTMLMediaElement[] = []
    Object.assign(window, { elements })
    const create = document.createElement.bind(document)
    document.createElement = (...args: Parameters<typeof create>) => {
      const element = create(...args)
      if (element instanceof HTMLMediaElement) elements.push(element)
      return element
    }
  })
}

export const sounds = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { elements: HTMLMediaElement[] }).elements.map(({ muted, paused }) => ({
      muted,
      paused,
    })),
  )

/** What was on and in sight when the page was left: half a second is too short to look on a busy machine. */
export const beforeReload = (page: Page) =>
  page.evaluate(
    () => JSON.parse(sessionStorage.getItem('before-reload') ?? '{}') as { live: number; text: string },
  )

/** How much sound has come from the other side. */
export const remoteEnergy = (page: Page) =>
  page.evaluate(async () => {
    let energy = 0
    for (const peer of (window as unknown as { watched: Watched }).watched.peers)
      for (const report of (await peer.getStats()).values())
        if (report.type === 'inbound-rtp') energy += report.totalAudioEnergy ?? 0
    return energy
  })

/** A recording that goes round and round: three seconds of quiet, and something like a voice for one and a half. */
function speakingUser(): string {
  const rate = 48_000
  const samples = new Int16Array(rate * 4.5)
  for (let i = rate * 3; i < samples.length; i++) {
    const syllable = Math.abs(Math.sin((2 * Math.PI * 2 * i) / rate))
    samples[i] =
      9000 * syllable * (Math.sin((2 * Math.PI * 180 * i) / rate) + Math.sin((2 * Math.PI * 720 * i) / rate))
  }
  const header = Buffer.alloc(44)
  header.write('RIFF')
  header.writeUInt32LE(36 + samples.byteLength, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(samples.byteLength, 40)
  const file = path.join(os.tmpdir(), 'lisa-e2e-speaking.wav')
  // In one step: a browser of another worker may be reading it.
  const whole = `${file}.${process.pid}`
  writeFileSync(whole, Buffer.concat([header, Buffer.from(samples.buffer)]))
  renameSync(whole, file)
  return file
}

/** What lets a browser talk without a person: a recording as its microphone, and the way to the stand-in. */
export const talkingBrowser = () => [
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-audio-capture=${speakingUser()}`,
  // Where only loopback exists there is no other way from the browser to the stand-in.
  '--allow-loopback-in-peer-connection',
]
