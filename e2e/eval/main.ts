// Scripted users talk with Lisa, and rules judge what happened: npm run eval:voice [-- name of a conversation …]
// Runs against the local stand-in and, with OPENAI_API_KEY, against that provider too, which costs money.
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { startVoiceProvider } from '../../server/local/voice-provider/start'
import { root } from '../../server/root'
import { freePort, startApp, temporaryDataDir } from '../app'
import { findChromium } from '../find-chromium.mjs'
import { type Conversation, conversations } from './conversations'
import { holdConversation } from './hold-conversation'
import { relayTo } from './provider-relay'
import { findSpeech } from './speech'
import { isFailed, type Score, scoreOf, tableOf } from './table'

type Provider = { name: string; isStandIn: boolean; baseUrl: string; apiKey: string }

const atOnce = 3
const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl } = process.env

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !conversations.some((conversation) => conversation.name === name))
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}, but ${conversations.map(({ name }) => name).join(', ')}`)
  process.exit(1)
}
findSpeech()

const standIn = await startVoiceProvider()
if (!standIn) throw new Error('The sources of the stand-in are missing')
try {
  // The stand-in starts with its first request, which can take longer than the app waits on a busy machine.
  await fetch(standIn.baseUrl)
  await evaluate({ name: 'stand-in', isStandIn: true, ...standIn })
  if (apiKey)
    await evaluate({
      name: 'provider',
      isStandIn: false,
      apiKey,
      baseUrl: baseUrl || 'https://api.openai.com/v1',
    })
} finally {
  await standIn.stop()
}

async function evaluate({ name, isStandIn, baseUrl, apiKey }: Provider) {
  const relay = await relayTo(baseUrl)
  const data = await temporaryDataDir()
  const app = await startApp(data.folder, await freePort(), {
    OPENAI_API_KEY: apiKey,
    OPENAI_BASE_URL: relay.url,
    REALTIME_CALLS_URL: '',
  })
  const browser = await chromium.launch({
    executablePath: findChromium(),
    // On a machine with only a loopback interface, WebRTC has no other way to the stand-in.
    args: ['--no-sandbox', '--disable-background-networking', '--allow-loopback-in-peer-connection'],
  })
  const logs = path.join(root, 'test-results/eval-voice', name)
  await mkdir(logs, { recursive: true })

  async function hold(conversation: Conversation): Promise<Score> {
    const log = await holdConversation(conversation, { browser, url: app.url }, { relay, isStandIn })
    await writeFile(path.join(logs, `${conversation.name}.json`), JSON.stringify(log, null, 1))
    return scoreOf(log, conversation, isStandIn)
  }

  try {
    console.log(`Against the ${name} at ${baseUrl}:`)
    const chosen = conversations.filter(
      ({ name, needsModel }) => (wanted.length === 0 || wanted.includes(name)) && !(isStandIn && needsModel),
    )
    const scores = await inOrder(chosen, hold)
    console.log(tableOf(scores))
    console.log(`The event logs are in ${path.relative(root, logs)}`)
    if (scores.some(isFailed)) process.exitCode = 1
  } finally {
    await browser.close()
    await app.signal('SIGTERM')
    relay.stop()
    await data.remove()
  }
}

/** Runs a few at once. The results are in the order of `items`. */
async function inOrder<T, R>(items: T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const left = items.entries()
  const lane = async () => {
    for (const [index, item] of left) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return results
}
