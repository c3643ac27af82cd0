import { storable } from '@shared/text'
import { bodyWithin } from './body-within'
import { answerIn, withoutThoughts } from './model-answer'
import { plainWords } from './plain-words'
import { type FailureKind, kindOf, ProviderError } from './provider-error'
import { withinLimit } from './time-limit'

export type ModelMessage = { role: 'system' | 'user' | 'assistant'; content: string }
export type TextModel = {
  name: string
  /** The model's next message, without its thoughts; rejects with a {@link ProviderError}, also where nothing is left. */
  complete(messages: ModelMessage[], options?: Options): Promise<string>
  /** Whether the provider's moderation takes a text for one of self-harm; absent where it has none. Rejects likewise. */
  tellsOfSelfHarm?(text: string, options?: Pick<Options, 'signal'>): Promise<boolean>
}
type Options = {
  signal?: AbortSignal
  /** Bounds what an answer can cost. A model that thinks first needs more tokens than its words. */
  maxTokens?: number
  /** A person is to read it: it is cleaned, and where the limit of tokens has cut it off, its whole sentences are left. */
  isForPerson?: boolean
  /** Nobody waits for it. */
  isPatient?: boolean
}

/** The JSON in an answer: some models wrap it in prose or a code fence. undefined if there is none. */
export function jsonIn(answer: string, reviver?: Parameters<typeof JSON.parse>[1]): unknown {
  try {
    // A pattern would take quadratic time over many braces.
    return JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1), reviver)
  } catch {
    return undefined
  }
}

type Provider = { apiKey?: string; baseUrl: string; model: string; hasModeration?: boolean }

const timeLimitMs = 8_000
const patientLimitMs = 120_000
/** A stream, which some servers send unasked, has hundreds of bytes for each token. */
const longestAnswer = 1024 * 1024
const moderationModel = 'omni-moderation-latest'

export function createTextModel(
  { apiKey, baseUrl, model, hasModeration = new URL(baseUrl).host === 'api.openai.com' }: Provider,
  limitMs = timeLimitMs,
): TextModel {
  // Its newer name, unless the server knows the older one only.
  let tokenLimit: 'max_completion_tokens' | 'max_tokens' = 'max_completion_tokens'

  async function chat(messages: ModelMessage[], signal: AbortSignal, maxTokens?: number): Promise<string> {
    const send = (name: typeof tokenLimit) =>
      post('/chat/completions', { model, messages, [name]: maxTokens }, signal)
    const isOlderLeft = maxTokens !== undefined && tokenLimit === 'max_completion_tokens'
    const response = await send(tokenLimit)
    if (!isOlderLeft || (response.status !== 400 && response.status !== 422)) return bodyOf(response)
    const body = await bodyOf(await send('max_tokens'))
    tokenLimit = 'max_tokens'
    return body
  }

  async function post(path: string, body: object, signal: AbortSignal): Promise<Response> {
    const headers = {
      'Content-Type': 'application/json',
      ...(apiKey && { Authorization: `Bearer ${apiKey}` }),
    }
    const request = {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      redirect: 'error',
      signal,
    } as const
    const response = await fetch(baseUrl + path, request).catch(() => {
      throw failure('unreachable', 'unreachable')
    })
    if (!response.ok) await response.body?.cancel()
    return response
  }

  async function ask(messages: ModelMessage[], signal: AbortSignal, options: Options): Promise<string> {
    const answer = answerIn(await chat(messages, signal, options.maxTokens))
    const said = withoutThoughts(answer?.content ?? '')
    // PostgreSQL cannot store U+0000.
    const text = storable(options.isForPerson ? plainWords(said, answer?.isCutOff) : said).trim()
    if (!text) throw failure('permanent', 'malformed')
    return text
  }

  async function moderate(input: string, signal: AbortSignal): Promise<boolean> {
    const answer = await bodyOf(await post('/moderations', { model: moderationModel, input }, signal))
    const { results } = JSON.parse(answer) as { results: { categories: Record<string, unknown> }[] }
    return results.some(({ categories }) => categories['self-harm'] || categories['self-harm/intent'])
  }

  async function inTime<T>(
    asking: (limit: AbortSignal) => Promise<T>,
    { signal, isPatient }: Options,
  ): Promise<T> {
    const limit = isPatient ? patientLimitMs : limitMs
    try {
      return await withinLimit(asking, limit, failure('unknown', 'timeout'), signal)
    } catch (error) {
      // The message of any other error may quote the conversation.
      throw error instanceof ProviderError ? error : failure('permanent', 'malformed')
    }
  }

  return {
    name: model,
    complete: (messages, options = {}) => inTime((limit) => ask(messages, limit, options), options),
    ...(hasModeration && {
      tellsOfSelfHarm: (text: string, options: Options = {}) =>
        inTime((limit) => moderate(text, limit), options),
    }),
  }
}

async function bodyOf(response: Response): Promise<string> {
  if (!response.ok) throw failure(kindOf(response.status), String(response.status))
  const text = await bodyWithin(response, longestAnswer).catch(() => {
    throw failure('unreachable', 'unreachable')
  })
  if (text === undefined) throw failure('permanent', 'too long')
  return text
}

const failure = (kind: FailureKind, code: string) =>
  new ProviderError(kind, code, `The text model did not answer (${code})`)
