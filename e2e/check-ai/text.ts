import { setTimeout as sleep } from 'node:timers/promises'
import type { Env } from '../../server/env'
import { instructions } from '../../server/features/messages/reply-instructions'
import {
  readAnswer,
  type SummaryMessage,
  summaryRequest,
  userTexts,
} from '../../server/features/summaries/summary-text'
import { unsaidIn } from '../../server/features/summaries/unsaid'
import { answerIn, withoutThoughts } from '../../server/senders/model-answer'
import { ProviderError } from '../../server/senders/provider-error'
import { createTextModel } from '../../server/senders/text-model'
import { hideKey, quoted, type Row, rowsOf, seconds } from './rows'

const names = ['reply in time', 'thoughts taken out', 'summary accepted'] as const

const conversation: SummaryMessage[] = [
  {
    messageDirection: 'inbound',
    messageContent: 'I walked by the sea this morning and slept well after it.',
  },
  { messageDirection: 'outbound', messageContent: 'That sounds calm. What did you notice by the sea?' },
  { messageDirection: 'inbound', messageContent: 'Grey waves, and a dog that chased them.' },
]
/** As server/features/messages/reply.ts has it. */
const maxTokens = 1_000
const somebody = { firstName: null, country: undefined, goals: [], streak: 0, hasWritten: false }

/** Asks for one reply and one summary, as the server does. */
export async function checkText(
  { baseUrl, apiKey, model }: NonNullable<Env['text']>,
  limitMs: number,
): Promise<Row[]> {
  const { report, rows } = rowsOf(names)
  hideKey(apiKey)
  const textModel = createTextModel({ baseUrl, apiKey, model }, limitMs)
  const why = (error: unknown) => reasonOf(error, limitMs)

  const now = new Date()
  const system = instructions({ ...somebody, now, today: now.toISOString().slice(0, 10) })
  const [{ messageContent: content } = { messageContent: '' }] = conversation
  const began = performance.now()
  const { reply, error, raw } = await withRawAnswer(() =>
    textModel.complete(
      [
        { role: 'system', content: system },
        { role: 'user', content },
      ],
      { maxTokens, isForPerson: true },
    ),
  )
  if (reply === undefined) report('reply in time', 'failed', why(error))
  else report('reply in time', 'ok', `after ${seconds(performance.now() - began)}: ${quoted(reply)}`)
  if (isUnreachable(error)) return rows()
  const had = 'the raw answer had thoughts or tokens of its template'
  if (raw !== undefined && hasThoughts(raw))
    report('thoughts taken out', reply === undefined ? 'failed' : 'ok', had)
  else if (reply !== undefined) report('thoughts taken out', 'ok', 'the raw answer had none')

  try {
    const answer = await textModel.complete(summaryRequest(conversation), { isPatient: true })
    const summary = readAnswer(answer)?.summary
    const unsaid = summary && unsaidIn(summary, userTexts(conversation).join('\n'))
    if (!summary) report('summary accepted', 'failed', `this is no JSON with a summary: ${quoted(answer)}`)
    else if (unsaid) report('summary accepted', 'failed', `nobody said ${quoted(unsaid)}: ${quoted(summary)}`)
    else report('summary accepted', 'ok', quoted(summary))
  } catch (error) {
    report('summary accepted', 'failed', why(error))
  }
  return rows()
}

const isUnreachable = (error: unknown) => error instanceof ProviderError && error.code === 'unreachable'

function reasonOf(error: unknown, limitMs: number): string {
  if (!(error instanceof ProviderError)) throw error
  const reasons: Record<string, string> = {
    unreachable: 'the server cannot be reached',
    timeout: `no answer in time (TEXT_TIMEOUT_S=${limitMs / 1_000}; a summary has two minutes)`,
    malformed: 'nothing is left of its answer: it had thoughts only, or is no answer of chat/completions',
    '401': 'the server refuses the key',
    '403': 'the server refuses the key',
    '404': 'the server has no chat/completions at this address, or not this model',
  }
  return reasons[error.code] ?? `the server refuses (${error.code})`
}

/** Returns the reply and, as `raw`, the body of the last answer; `raw` is undefined if none came. */
async function withRawAnswer(ask: () => Promise<string>) {
  const { fetch } = globalThis
  let raw: Promise<string | undefined> | undefined
  globalThis.fetch = async (...request) => {
    const response = await fetch(...request)
    raw = response
      .clone()
      .text()
      .catch(() => undefined)
    return response
  }
  try {
    // A body that was given up may never end.
    const body = () => Promise.race([raw, sleep(1_000, undefined)])
    return await ask().then(
      async (reply) => ({ reply, error: undefined, raw: await body() }),
      async (error: unknown) => ({ reply: undefined, error, raw: await body() }),
    )
  } finally {
    globalThis.fetch = fetch
  }
}

function hasThoughts(raw: string): boolean {
  const content = answerIn(raw)?.content ?? ''
  return withoutThoughts(content) !== content.trim() || /"reasoning(?:_content)?":\s*"[^"]/.test(raw)
}
