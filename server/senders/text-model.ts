import OpenAI from 'openai'
import { storable } from '@shared/text'
import { type FailureKind, kindOf, ProviderError } from './provider-error'
import { withinLimit } from './time-limit'

export type ModelMessage = { role: 'system' | 'user' | 'assistant'; content: string }
export type TextModel = {
  name: string
  /** The model's next message; rejects with a {@link ProviderError}. */
  complete(messages: ModelMessage[], options?: Options): Promise<string>
  /** Whether the provider's moderation takes a text for one of self-harm; absent where it has none. Rejects likewise. */
  tellsOfSelfHarm?(text: string, options?: Pick<Options, 'signal'>): Promise<boolean>
}
type Options = {
  signal?: AbortSignal
  /** Bounds what an answer can cost. A model that thinks first needs more tokens than its words. */
  maxTokens?: number
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
const moderationModel = 'omni-moderation-latest'

export function createTextModel(
  { apiKey, baseUrl, model, hasModeration = new URL(baseUrl).host === 'api.openai.com' }: Provider,
  limitMs = timeLimitMs,
): TextModel {
  const client = new OpenAI({
    // The client wants one, also for a server without keys.
    apiKey: apiKey ?? 'none',
    baseURL: baseUrl,
    // Otherwise the client reads these from environment variables.
    organization: null,
    project: null,
    logLevel: 'off',
    maxRetries: 0,
    fetchOptions: { redirect: 'error' },
  })

  async function ask(messages: ModelMessage[], { signal, maxTokens }: Options): Promise<string> {
    const body = { model, messages, max_completion_tokens: maxTokens }
    const answer = await client.chat.completions.create(body, { signal })
    // Not every compatible server keeps to the declared type.
    const content: unknown = answer?.choices?.[0]?.message?.content
    // PostgreSQL cannot store U+0000.
    const text = typeof content === 'string' ? storable(content).trim() : ''
    if (!text) throw failure('permanent', 'malformed')
    return text
  }

  async function moderate(input: string, signal: AbortSignal): Promise<boolean> {
    const { results } = await client.moderations.create({ model: moderationModel, input }, { signal })
    return results.some(({ categories }) => categories['self-harm'] || categories['self-harm/intent'])
  }

  async function inTime<T>(asking: (limit: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    try {
      return await withinLimit(asking, limitMs, failure('unknown', 'timeout'), signal)
    } catch (error) {
      throw asProviderError(error)
    }
  }

  return {
    name: model,
    complete: (messages, { signal, maxTokens } = {}) =>
      inTime((limit) => ask(messages, { signal: limit, maxTokens }), signal),
    ...(hasModeration && {
      tellsOfSelfHarm: (text: string, { signal }: Options = {}) =>
        inTime((limit) => moderate(text, limit), signal),
    }),
  }
}

// The message of the error itself may quote the conversation.
function asProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error
  if (error instanceof OpenAI.APIConnectionError) return failure('unreachable', 'unreachable')
  if (error instanceof OpenAI.APIError && error.status)
    return failure(kindOf(error.status), String(error.status))
  return failure('permanent', 'malformed')
}

const failure = (kind: FailureKind, code: string) =>
  new ProviderError(kind, code, `The text model did not answer (${code})`)
