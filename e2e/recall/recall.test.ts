import { afterAll, expect, test, vi } from 'vitest'
import { sessionOver } from '../../client/src/features/voice/realtime-talk'
import type { ReadDay } from '../../client/src/features/voice/tool-definition'
import { captionChangeOf } from '../../client/src/features/voice/voice-captions'
import { isUnproven } from '../../client/src/features/voice/voice-proof'
import { createVoiceTools } from '../../client/src/features/voice/voice-tools'
import { createQueryClient } from '../../client/src/lib/api/query-client'
import { ScriptedTransport } from '../../client/src/test/scripted-transport'
import { createUser } from '../../server/test/factories'
import { imported } from '../../server/test/imports'
import type { Client } from '../../server/test/people'
import { createTestApp, signIn } from '../../server/test/test-app'
import { addDays } from '../../shared/dates'
import quoted from './quoted.json'
import toldFreely from './told-freely.json'

/** A day, what was written on it, and captions of Lisa about it. Without `search` she reads the day. */
type Fact = Record<
  'date' | 'wrote' | 'question' | 'right' | 'wrongQuote' | 'shiftedDate' | 'mixedDays',
  string
> & { search?: string; paraphrase?: string }

// The client listens to it as soon as it is loaded, and other files, which share the process, have none.
vi.hoisted(() => vi.stubGlobal('window', new EventTarget()))
vi.unstubAllGlobals()
afterAll(() => void vi.unstubAllGlobals())

const today = '2026-11-26'
const { app, db } = await createTestApp({ now: () => new Date(`${today}T10:00:00Z`) })

/** Three years as Day One exports them, with an entry on each day. */
function journalOf(facts: Fact[]) {
  const dates = facts.map(({ date }) => date).sort()
  const entries = []
  for (let day = dates[0]!; day <= dates.at(-1)!; day = addDays(day, 1)) {
    const { wrote: text = 'Worked, cooked, read.' } = facts.find(({ date }) => date === day) ?? {}
    entries.push({ creationDate: `${day}T12:00:00Z`, timeZone: 'UTC', text })
  }
  return JSON.stringify({ metadata: { version: '1.0' }, entries })
}

/** The page's calls reach the app. */
const sendTo = (client: Client) =>
  vi.stubGlobal('fetch', async (path: string, { headers }: { headers: Record<string, string> }) => {
    const { status, text } = await client.get(path).set(headers)
    return new Response(text, { status })
  })

/** A talk with a scripted provider. */
async function talk() {
  const read: ReadDay[] = []
  let caption: string | undefined
  const transport = new ScriptedTransport()
  const session = sessionOver(transport, {
    tools: createVoiceTools({
      client: createQueryClient(),
      userId: 'ana',
      signal: new AbortController().signal,
      readsJournal: true,
      onProgress() {},
      onWrite() {},
      onRead: (days) => read.push(...days),
    }),
    onEvent: (event) => (caption = captionChangeOf(event)?.text),
    onAsked() {},
    onUnknownTool() {},
    longestOutput: () => 32_000,
    hasAgreed: async () => true,
    instructions: 'Be Lisa',
    model: 'gpt-realtime',
  })
  await session.connect({ apiKey: 'ek_1' })
  let said = ''
  return {
    asks: (question: string) => (said += `${question}\n`),
    hasRead: (day: string) => read.some(({ date }) => date === day),
    async reads(day: string, tool: string, input: object) {
      const before = read.length
      transport.calls(tool, JSON.stringify(input), `${tool} ${day}`)
      await vi.waitFor(() => expect(read.length).toBeGreaterThan(before), { interval: 1, timeout: 10_000 })
      expect(read.slice(before).map(({ date }) => date)).toContain(day)
    },
    isNoticed(transcript: string) {
      transport.says({ type: 'response.output_audio_transcript.done', item_id: 'i', transcript })
      expect(caption).toBe(transcript)
      return isUnproven(transcript, { read, writes: [], said }, today)
    },
  }
}

/** Some words of the day are changed, and no quotation marks: it may tell of the day in other words. */
const missed = {
  toldFreely: ['2024-03-24 wrongQuote'],
  quoted: ['2023-02-14', '2023-09-07', '2023-12-25', '2024-09-27', '2024-11-17'].map(
    (day) => `${day} wrongQuote`,
  ),
}

test.each<[string, Fact[], string[]]>([
  ['told freely', toldFreely, missed.toldFreely],
  ['quoted', quoted, missed.quoted],
])(
  'of 50 facts in three imported years, searched for or read and then %s rightly and wrongly, the notices are as they should be',
  async (_, facts, missed) => {
    const client = await signIn(app, await createUser(db))
    expect(await imported(client, journalOf(facts))).toMatchObject({ source: 'Day One', skipped: [] })
    sendTo(client)
    const { asks, reads, hasRead, isNoticed } = await talk()
    const wrong: string[] = []
    const judge = (fact: Fact, kind: keyof Fact, isRight: boolean) => {
      const caption = fact[kind]
      if (caption && isNoticed(caption) === isRight) wrong.push(`${fact.date} ${kind}`)
    }

    for (const fact of facts) {
      const { date, question, search, paraphrase } = fact
      asks(question)
      expect(hasRead(date)).toBe(false)
      expect(isNoticed(fact.right), `${date}, which is not read yet`).toBe(true)
      if (search) await reads(date, 'search_journal', { words: search })
      // A search gives only what is around the words.
      if (!search || paraphrase) await reads(date, 'read_day', { date })
    }
    for (const fact of facts) {
      judge(fact, 'right', true)
      judge(fact, 'paraphrase', true)
      judge(fact, 'wrongQuote', false)
      judge(fact, 'shiftedDate', false)
      judge(fact, 'mixedDays', false)
    }
    expect(wrong.sort()).toEqual(missed)
  },
)
