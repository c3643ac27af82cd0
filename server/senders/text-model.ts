import OpenAI from 'openai'

export type ModelMessage = { role: 'system' | 'user' | 'assistant'; content: string }
export type TextModel = {
  name: string
  /** The model's next message; rejects with a {@link TextModelError}. */
  complete(messages: ModelMessage[], signal?: AbortSignal): Promise<string>
}

type Provider = { apiKey: string; baseUrl: string; model: string }

/** Only `code` may be logged: the provider's message may quote the conversation. */
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
    // Otherwise the client reads these from environment variables.
    organization: null,
    project: null,
    logLevel: 'off',
    maxRetries: 0,
    fetchOptions: { redirect: 'error' },
  })

  async function ask(messages: ModelMessage[], signal: AbortSignal): Promise<string> {
    const answer = await client.chat.completions.create({ model, messages }, { signal })
    // Not every compatible server keeps to the declared type.
    const content: unknown = answer?.choices?.[0]?.message?.content
    // PostgreSQL cannot store U+0000.
    const text = typeof content === 'string' ? content.replaceAll('\u0000', '').trim() : ''
    if (!text) throw new TextModelError('malformed')
    return text
  }

  return {
    name: model,
    async complete(messages, signal) {
      const limit = new AbortController()
      let abort = () => {}
      // Aborting is not enough: Node 20 may ignore the signal once the response headers have arrived.
      const timeout = new Promise<never>((_, reject) => {
        abort = () => {
          reject(new TextModelError('timeout'))
          limit.abort()
        }
      })
      const timer = setTimeout(abort, limitMs)
      signal?.addEventListener('abort', abort)
      if (signal?.aborted) abort()
      try {
        return await Promise.race([ask(messages, limit.signal), timeout])
      } catch (error) {
        throw error instanceof TextModelError ? error : new TextModelError(codeOf(error))
      } finally {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
      }
    },
  }
}

function codeOf(error: unknown): string {
  if (error instanceof OpenAI.APIConnectionError) return 'unreachable'
  if (error instanceof OpenAI.APIError && error.status) return String(error.status)
  return 'malformed'
}
