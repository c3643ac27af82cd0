// Scripted users talk with Lisa, and rules judge what happened: docs/voice.md, "Judging talks".
// npm run eval:voice [-- --times 5] [name of a conversation …], or with --replay and a cassette or a folder of them.
// Runs against the local stand-in and, with OPENAI_API_KEY, against that provider too, which costs money.
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { cleanup } from 'node-datachannel'
import { startVoiceProvider } from '../../server/local/voice-provider/start'
import { root } from '../../server/root'
import { freePort, startApp, temporaryDataDir } from '../app'
import { findBrowser } from '../find-browsers.mjs'
import { type Cassette, conversationOf, readCassettes, writeCassette } from './cassette'
import { conversations } from './conversations'
import { holdConversation } from './hold-conversation'
import { relayTo } from './provider-relay'
import { replayCassette } from './replay-cassette'
import { findSpeech } from './speech'
import { isFailed, scoreOf, tableOf } from './table'
import type { Place } from './talk-on-screen'

type Provider = { name: string; isStandIn: boolean; baseUrl: string; apiKey: string }
type Job = () => Promise<Cassette>

const atOnce = 3
const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl } = process.env

const {
  values: { times, replay },
  positionals: wanted,
} = parseArgs({
  allowPositionals: true,
  options: { times: { type: 'string', default: '5' }, replay: { type: 'string' } },
})
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name)
const unknown = wanted.filter((name) => !conversations.some((conversation) => conversation.name === name))
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}, but ${conversations.map(({ name }) => name).join(', ')}`)
  process.exit(1)
}
if (!/^[1-9]\d*$/.test(times)) {
  console.error(`--times is how often each conversation is held, not ${times}`)
  process.exit(1)
}

if (replay) await replayAll(replay).finally(cleanup)
else await holdAll()

async function replayAll(place: string) {
  const cassettes = (await readCassettes(place)).filter(({ conversation }) => isWanted(conversation))
  console.log(`Replays of ${place}:`)
  await judge('replay', {}, (place) =>
    cassettes.map((cassette) => async () => ({ ...cassette, log: await replayCassette(cassette, place) })),
  )
}

async function holdAll() {
  findSpeech()
  const standIn = await startVoiceProvider()
  if (!standIn) throw new Error('The sources of the stand-in are missing')
  try {
    // The stand-in starts with its first request, which can take longer than the app waits on a busy machine.
    await fetch(standIn.baseUrl)
    await talkTo({ name: 'stand-in', isStandIn: true, ...standIn })
    if (apiKey)
      await talkTo({
        name: 'provider',
        isStandIn: false,
        apiKey,
        baseUrl: baseUrl || 'https://api.openai.com/v1',
      })
  } finally {
    await standIn.stop()
  }
}

async function talkTo({ name, isStandIn, baseUrl, apiKey }: Provider) {
  const relay = await relayTo(baseUrl)
  const chosen = conversations.filter(({ name, needsModel }) => isWanted(name) && !(isStandIn && needsModel))
  const settings = { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: relay.url, REALTIME_CALLS_URL: '' }
  console.log(`Against the ${name} at ${baseUrl}:`)
  try {
    await judge(name, settings, (place) =>
      chosen.flatMap((conversation) =>
        Array.from({ length: Number(times) }, () => async () => {
          const head = { conversation: conversation.name, isStandIn, begun: new Date().toISOString() }
          return { ...head, log: await holdConversation(conversation, place, { relay, isStandIn }) }
        }),
      ),
    )
  } finally {
    relay.stop()
  }
}

/** Holds the talks in an app with these settings, records them, and prints what the rules say. */
async function judge(name: string, settings: Record<string, string>, jobsAt: (place: Place) => Job[]) {
  const data = await temporaryDataDir()
  const app = await startApp(data.folder, await freePort(), settings)
  const browser = await chromium.launch({
    executablePath: findBrowser('chromium'),
    // On a machine with only a loopback interface, WebRTC has no other way to the stand-in.
    args: ['--no-sandbox', '--disable-background-networking', '--allow-loopback-in-peer-connection'],
  })
  // A folder of its own: recordings of a provider cost money.
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  const folder = path.join(root, 'test-results/eval-voice', `${time}-${name}`)
  await mkdir(folder, { recursive: true })

  try {
    const scores = await inOrder(jobsAt({ browser, url: app.url }), async (job, index) => {
      const cassette = await job()
      await writeCassette(path.join(folder, `${cassette.conversation}-${index + 1}.jsonl`), cassette)
      return scoreOf(cassette.log, conversationOf(cassette), cassette.isStandIn)
    })
    console.log(tableOf(scores))
    console.log(`The cassettes are in ${path.relative(root, folder)}`)
    if (scores.some(isFailed)) process.exitCode = 1
  } finally {
    await browser.close()
    await app.signal('SIGTERM')
    await data.remove()
  }
}

/** Runs a few at once. The results are in the order of `items`. */
async function inOrder<T, R>(items: T[], work: (item: T, index: number) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const left = items.entries()
  const lane = async () => {
    for (const [index, item] of left) results[index] = await work(item, index)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return results
}
