import { z } from 'zod'
import type { VoiceKeyView } from '@shared/voice'
import type { Env } from '../env'
import { type FailureKind, kindOf, ProviderError } from './provider-error'

type Key = Omit<VoiceKeyView, 'talkId' | 'seconds'>

export type VoiceKeys = {
  /** Where the browser posts its offer. */
  callsUrl: string
  create: () => Promise<Key>
}

type Provider = Env['realtime'] & { baseUrl: string; apiKey: string; demo?: true }

const timeLimitMs = 10_000
const secondsToConnect = 600
const keyAnswer = z.object({ value: z.string().min(1), expires_at: z.number() })

/** Requests ephemeral keys for Lisa's session settings. Errors contain neither a key nor the provider's message. */
export function createVoiceKeys(provider: Provider, limitMs = timeLimitMs): VoiceKeys {
  const { baseUrl, apiKey, callsUrl, model, demo } = provider
  const body = JSON.stringify({
    expires_after: { anchor: 'created_at', seconds: secondsToConnect },
    session: sessionOf(provider),
  })

  async function ask(signal: AbortSignal): Promise<Key> {
    const response = await fetch(`${baseUrl}/realtime/client_secrets`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
      body,
      redirect: 'error',
      signal,
    }).catch(() => {
      throw failure('unreachable', 'lost', 'cannot be reached')
    })
    const answer = keyAnswer.safeParse(await response.json().catch(() => undefined))
    if (!response.ok) throw refusal(response.status)
    if (!answer.success) throw failure('permanent', 'malformed', 'sent an answer that cannot be used')
    const { value, expires_at: expiresAt } = answer.data
    if (value === apiKey)
      throw failure('permanent', 'own-key', "sent back this server's own key, which no browser may see")
    return { value, expiresAt, model, callsUrl, ...(demo && { demo }) }
  }

  function create(): Promise<Key> {
    const limit = new AbortController()
    let timer: NodeJS.Timeout | undefined
    // Aborting is not enough: Node 20 may ignore the signal once the response headers have arrived.
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(failure('unknown', 'timeout', 'did not answer in time'))
        limit.abort()
      }, limitMs)
    })
    return Promise.race([ask(limit.signal), timeout]).finally(() => clearTimeout(timer))
  }

  return { callsUrl, create }
}

const pcm = { type: 'audio/pcm', rate: 24_000 }

// Low eagerness, so that a pause for thought does not end the user's turn.
const sessionOf = ({ model, voice, transcriptionModel }: Env['realtime']) => ({
  type: 'realtime',
  model,
  output_modalities: ['audio'],
  audio: {
    input: {
      format: pcm,
      transcription: transcriptionModel ? { model: transcriptionModel } : null,
      turn_detection: { type: 'semantic_vad', eagerness: 'low' },
    },
    output: { format: pcm, speed: 1, ...(voice && { voice }) },
  },
})

const failure = (kind: FailureKind, code: string, what: string) =>
  new ProviderError(kind, code, `The voice provider ${what}`)

const refusal = (status: number) => failure(kindOf(status), String(status), reasonOf(status))

function reasonOf(status: number): string {
  if (status === 401 || status === 403) return "refuses this server's key"
  if (status === 429) return 'is busy or over its limit. Try again later.'
  if (status >= 500) return 'has a problem on its side. Try again later.'
  return `does not accept this server's settings (status ${status})`
}
