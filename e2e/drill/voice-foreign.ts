import { readFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import path from 'node:path'
import { type Browser, chromium, expect, type Page } from '@playwright/test'
import { freePort, startApp, temporaryDataDir } from '../app'
import { disableFeatures } from '../chromium-features'
import type { WireEvent } from '../eval/event-log'
import { equip, speak } from '../eval/page-script'
import { speechOf } from '../eval/speech'
import { findBrowser } from '../find-browsers.mjs'
import { remoteEnergy } from '../voice-media'
import { connected, openVoice, round, stop } from '../voice-screen'
import { box, captions, turn } from '../voice-turns'
import { installPackages } from './packages'
import { until } from './programs'
import { startServer } from './provider'

// Talks with a voice server that shares no code with Lisa: voice-foreign/server.py. docs/voice.md says what it can hear.
const files = path.join(import.meta.dirname, 'voice-foreign')
const busy = 'Somebody else is talking to Lisa. Try again in a few minutes.'

type State = { calls: number; hangUps: number; foreign: string[] }
type Place = {
  browser: Browser
  url: string
  voice: () => Promise<State>
  /** The addresses of the pages' requests, those too that failed. */
  requested: string[]
  /** The other machines that the pages, Lisa's server or the voice server have tried to reach. */
  foreign: () => Promise<string[]>
}

/** Holds the talks, or speaks the sentences of the file SENTENCES and prints what was heard. Sets the exit code. */
export async function drill() {
  installPackages('python3-aiortc', 'espeak-ng', 'pocketsphinx', 'pocketsphinx-en-us')
  const port = String(await freePort())
  const voiceUrl = `http://127.0.0.1:${port}`
  // Debian's Python, which has Debian's packages. -B: leaves no compiled files among the sources.
  const server = await startServer('/usr/bin/python3', ['-B', path.join(files, 'server.py'), port], voiceUrl)
  const data = await temporaryDataDir()
  const app = await startApp(data.folder, await freePort(), {
    REALTIME_BASE_URL: `${voiceUrl}/v1`,
    REALTIME_DIALECT: 'sdp',
    REALTIME_CALLS_URL: '',
    REALTIME_API_KEY: '',
    OPENAI_API_KEY: '',
    OPENAI_BASE_URL: '',
    NODE_OPTIONS: `--import=${path.join(files, 'watch-connections.mjs')}`,
  })
  const browser = await chromium.launch({
    executablePath: findBrowser('chromium'),
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      disableFeatures,
      '--allow-loopback-in-peer-connection',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    ],
  })
  const voice = async () => (await (await fetch(voiceUrl)).json()) as State
  const requested: string[] = []
  const foreign = async () =>
    [
      ...(await voice()).foreign,
      ...requested.map((url) => new URL(url).hostname),
      ...Array.from(app.output().matchAll(/Connects to another machine: (.*)/g), ([, host]) => String(host)),
    ].filter((host) => !ownAddresses().includes(host))
  try {
    const place = { browser, url: app.url, voice, foreign, requested }
    if (process.env.SENTENCES) await speakSentences(place, readFileSync(process.env.SENTENCES, 'utf8'))
    else await holdTalks(place)
  } finally {
    if (process.exitCode) console.log(server.output())
    await browser.close()
    await app.signal('SIGTERM')
    await data.remove()
    await server.stop()
  }
}

const ownAddresses = () => [
  'localhost',
  ...Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address)),
]

async function check(what: string, attempt: () => Promise<unknown>) {
  try {
    await attempt()
    console.log(`  ${what}: passed`)
  } catch (error) {
    console.log(`! ${what}: failed\n${String(error).replace(/^/gm, '    ')}`)
    process.exitCode = 1
  }
}

/** A page of somebody new, with a microphone that plays what {@link say} gives it. */
async function newPage({ browser, url, requested }: Place, log: (event: WireEvent) => void = () => {}) {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'en-US',
    permissions: ['microphone'],
    // Playwright cannot see what a service worker requests.
    serviceWorkers: 'block',
  })
  context.on('request', (request) => requested.push(request.url()))
  const page = await context.newPage()
  await equip(page, (source, event) => source === 'provider' && log(event))
  await openVoice(page)
  return page
}

const begin = (page: Page) => round(page, 'Tap to start talking').click()

/** Waits until Lisa has begun to speak, and has finished. */
async function hearOut(page: Page) {
  await expect(turn(page, 'Lisa is speaking')).toBeVisible({ timeout: 20_000 })
  await expect(turn(page, 'Your turn: speak or write')).toBeVisible({ timeout: 20_000 })
}

async function say(page: Page, says: string) {
  for (const { wav } of await speechOf({ says, by: 'woman' })) await speak(page, { wav })
}

/** A turn of the captions, in full. */
const caption = (page: Page, speaker: 'Lisa' | 'You', words: string) =>
  expect
    .poll(() => captions(page).getByRole('listitem').allInnerTexts(), { timeout: 20_000 })
    .toContain(`${speaker}\n${words}`)

const stored = async (page: Page, path: string) => (await (await page.request.get(path)).json()) as unknown

async function holdTalks(place: Place) {
  const page = await newPage(place)
  const goals = () => stored(page, '/api/goals')
  const run = { title: 'Run five kilometers', timeline: 'monthly' }
  const piano = { title: 'Learn to play the piano', timeline: 'long-term' }

  await check('a talk begins', async () => {
    await begin(page)
    await connected(page)
    expect(await place.voice()).toMatchObject({ calls: 1 })
  })
  await check('her greeting is heard', async () => {
    await hearOut(page)
    expect(await remoteEnergy(page)).toBeGreaterThan(0.01)
  })
  await check('her greeting is a caption', () =>
    caption(page, 'Lisa', 'Hello, this is Lisa. What is on your mind?'),
  )
  await check('what the user says is a caption', async () => {
    await say(page, 'Create a monthly goal. Run five kilometres.')
    await caption(page, 'You', 'create a monthly goal run five kilometers')
  })
  await check('she asks before she saves', async () => {
    await caption(page, 'Lisa', 'Shall I save the monthly goal run five kilometers?')
    await hearOut(page)
    expect(await goals()).toEqual([])
  })
  await check('a spoken yes saves the goal', async () => {
    await say(page, 'Yes, please.')
    await expect.poll(goals, { timeout: 20_000 }).toEqual([expect.objectContaining(run)])
  })
  await check('she says that it is saved', async () => {
    await caption(page, 'Lisa', 'It is saved.')
    await hearOut(page)
  })
  await check('a spoken no saves nothing', async () => {
    await say(page, 'Create a yearly goal. Read twelve books.')
    await caption(page, 'Lisa', 'Shall I save the yearly goal read twelve books?')
    await hearOut(page)
    await say(page, 'No, thank you.')
    await caption(page, 'You', 'no thank you')
    await caption(page, 'Lisa', 'All right, I leave it.')
    await hearOut(page)
    expect(await goals()).toEqual([expect.objectContaining(run)])
  })
  await check('a spoken sentence is written into the journal', async () => {
    await say(page, 'Write in my journal that I am grateful for my family.')
    await hearOut(page)
    await say(page, 'Yes.')
    const entry = { gratitude1: 'I am grateful for my family' }
    await expect
      .poll(() => stored(page, '/api/journal-entries'), { timeout: 20_000 })
      .toEqual([expect.objectContaining(entry)])
    await hearOut(page)
  })
  await check('what is written is answered too', async () => {
    await write(page, 'Create a long-term goal: learn to play the piano.')
    await caption(page, 'Lisa', 'Shall I save the long-term goal learn to play the piano?')
    await hearOut(page)
    await write(page, 'Yes')
    await expect.poll(goals, { timeout: 20_000 }).toContainEqual(expect.objectContaining(piano))
  })
  await check('somebody else is told that Lisa is busy', async () => {
    const another = await newPage(place)
    await begin(another)
    await expect(another.getByText(busy, { exact: true })).toBeVisible()
    await another.context().close()
  })
  const second = await page.context().newPage()
  await check('a second window takes over, and the server hangs up the first talk', async () => {
    await equip(second, () => {})
    await second.goto('/voice')
    await begin(second)
    await connected(second)
    expect(await place.voice()).toMatchObject({ calls: 1, hangUps: 1 })
    await expect(round(page, 'Listening - Tap to stop')).toBeHidden()
  })
  await check('the end hangs up', async () => {
    // Otherwise `stop` would wait forever for the page to reload.
    await expect(round(second, 'Listening - Tap to stop')).toBeVisible()
    await stop(second)
    await until('Hanging up', async () => (await place.voice()).calls === 0, 20_000)
  })
  await check('nothing went to another machine', async () => {
    expect(await place.foreign()).toEqual([])
  })
  await page.context().close()
}

async function write(page: Page, text: string) {
  await box(page).fill(text)
  await box(page).press('Enter')
}

/** Speaks a sentence a line, and prints what the server has heard and what Lisa has answered. */
async function speakSentences(place: Place, sentences: string) {
  const log: WireEvent[] = []
  const page = await newPage(place, (event) => log.push(event))
  await begin(page)
  await hearOut(page)
  for (const sentence of sentences.split('\n').filter((line) => line.trim())) {
    log.length = 0
    await say(page, sentence)
    const transcripts = (type: string) =>
      log.filter((event) => event.type.endsWith(type)).map(({ transcript }) => String(transcript))
    const answers = () => transcripts('output_audio_transcript.done')
    await until('An answer', async () => answers().length > 0, 20_000).catch(() => {})
    const heard = transcripts('input_audio_transcription.completed').join(' ')
    console.log(`  said:  ${sentence}\n  heard: ${heard || '(nothing)'}\n  Lisa:  ${answers().join(' ')}\n`)
    if (answers().length > 0) await hearOut(page)
  }
  await page.context().close()
}
