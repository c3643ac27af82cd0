import OpenAI from 'openai'

export type ModelMessage = { role: 'system' | 'user' | 'assistant'; content: string }
export type TextModel = {
  name: string
  /** What the model says next, or a {@link TextModelError}. */
  complete(messages: ModelMessage[], signal?: AbortSignal): Promise<string>
}

type Provider = { apiKey: string; baseUrl: string; model: string }

/** `code` alone may be logged: what a provider says may quote what it was asked. */
export class TextModelError extends Error {
  constructor(readonly code: string) {
    super(`The text model did not answer (${code})`)
    this.name = 'TextModelError'
  }
}

const timeLimitMs = 8_000

export function createTextModel({ apiKey, baseUrl, model }: Provider, limitMs = timeLimitMs): TextModel {
  const client = new OpenAI({
    apiKey,
    baseURL: baseUrl,
    // The settings are those of env.ts, and nothing else of the environment.
    organization: null,
    project: null,
    logLevel: 'off',
    maxRetries: 0,
    fetchOptions: { redirect: 'error' },
  })

  async function ask(messages: ModelMessage[], signal: AbortSignal): Promise<string> {
    const answer = await client.chat.completions.create({ model, messages }, { signal })
    // Any server that calls itself compatible may answer here.
    const content: unknown = answer?.choices?.[0]?.message?.content
    // What PostgreSQL cannot store.
    const text = typeof content === 'string' ? content.replaceAll('\u0000', '').trim() : ''
    if (!text) throw new TextModelError('malformed')
    return text
  }

  return {
    name: model,
    async complete(messages, signal) {
      const limit = new AbortController()
      let giveUp = () => {}
      // The signal alone will not do: once the headers are there, Node 20 may forget it.
      const late = new Promise<never>((_, reject) => {
        giveUp = () => {
          reject(new TextModelError('timeout'))
          limit.abort()
        }
      })
      const timer = setTimeout(giveUp, limitMs)
      signal?.addEventListener('abort', giveUp)
      if (signal?.aborted) giveUp()
      try {
        return await Promise.race([ask(messages, limit.signal), late])
      } catch (error) {
        throw error instanceof TextModelError ? error : new TextModelError(codeOf(error))
      } finally {
        clearTimeout(timer)
        signal?.removeEventListener('abort', giveUp)
      }
    },
  }
}

function codeOf(error: unknown): string {
  if (error instanceof OpenAI.APIConnectionError) return 'unreachable'
  if (error instanceof OpenAI.APIError && error.status) return String(error.status)
  return 'malformed'
}
