import { z } from 'zod'
import type { Env } from '../env'
import type { Log } from '../log'
import { bodyWithin } from './body-within'
import { type FailureKind, kindOf, ProviderError } from './provider-error'
import { withinLimit } from './time-limit'
import { createVoiceModels, unknownTranscription, type VoiceModels } from './voice-models'
import { realtimeSettings } from './realtime-settings'

/** A key of the provider's for one talk, which stays on this server. `expiresAt` is in seconds since 1970. */
type ProviderKey = VoiceModels & { value: string; expiresAt: number }
type Call = { id: string; answer: string }

/** Every failure is a {@link ProviderError}, with neither a key nor the provider's own words. `user` names nobody. */
export type VoiceProvider = {
  /** The local stand-in. */
  demo?: true
  /** The model that the next key is for. */
  model: () => string
  /** What is to write down what the user says, then what is left to try instead; empty if nothing does. */
  transcriptionModels: () => string[]
  createKey: (user: string) => Promise<ProviderKey>
  /** Begins a call with the browser's offer. */
  call: (offer: string, key: Pick<ProviderKey, 'value' | 'model'>, user: string) => Promise<Call>
  /**
   * Asks about a transcription model that a browser says is gone, as only a talk may show: it is replaced for everybody, so
   * the provider has to say so itself.
   */
  checkTranscription: (model: string) => Promise<void>
  /** Also resolves where the call is over. */
  hangUp: (callId: string) => Promise<void>
}

type Settings = Omit<Env['realtime'], 'isSetUp'> & { demo?: true }
type Sent = { method?: 'GET'; key?: string; user?: string; type?: string; body?: string }
type Received = { status: number; ok: boolean; location: string | null; text: string }

const timeLimitMs = 10_000
const secondsToConnect = 600
const longestAnswer = 64 * 1024
/** Of what a Date can hold. */
const lastSecond = 8_640_000_000_000
const keyAnswer = z.object({ value: z.string().min(1), expires_at: z.number().max(lastSecond) })

export function createVoiceProvider(settings: Settings, log: Log, limitMs = timeLimitMs): VoiceProvider {
  const { baseUrl, apiKey, callsUrl, demo } = settings
  const models = createVoiceModels(settings, log)

  async function createKey(user: string): Promise<ProviderKey> {
    for (;;) {
      const tried = models.inUse()
      const body = JSON.stringify({
        expires_after: { anchor: 'created_at', seconds: secondsToConnect },
        session: realtimeSettings({ ...settings, ...tried }),
      })
      const answer = await ask(`${baseUrl}/realtime/client_secrets`, { key: apiKey, user, body }, limitMs)
      if (answer.ok) return { ...keyOf(answer.text), ...tried }
      const verdict = models.judge(parsed(answer.text), tried)
      if (!verdict || verdict === 'model gone') throw refusal(answer.status, verdict)
    }
  }

  async function call(
    offer: string,
    key: Pick<ProviderKey, 'value' | 'model'>,
    user: string,
    tried: VoiceModels = { model: key.model, transcriptionModel: unknownTranscription },
  ): Promise<Call> {
    const sent = { key: key.value, user, type: 'application/sdp', body: offer }
    const answer = await ask(callsUrl, sent, limitMs)
    if (!answer.ok) {
      // Some models are only missed here, after a key was given for them.
      const verdict = models.judge(parsed(answer.text), tried)
      const next = verdict === 'transcription replaced' ? await createKey(user) : undefined
      // The browser has been told of the model: only the next key may be for another one.
      if (next?.model === key.model) return call(offer, next, user, next)
      throw refusal(answer.status, next ? 'model replaced' : verdict)
    }
    const id = /(?:^|\/)([\w.~-]{1,200})(?:\?.*)?$/.exec(answer.location ?? '')?.[1]
    if (!id || !answer.text.startsWith('v=')) throw unusable()
    return { id, answer: answer.text }
  }

  async function checkTranscription(model: string): Promise<void> {
    if (models.inUse().transcriptionModel !== model) return
    const url = `${baseUrl}/models/${encodeURIComponent(model)}`
    const { ok, text } = await ask(url, { method: 'GET', key: apiKey }, limitMs)
    if (!ok) models.judgeTranscription(parsed(text), model)
  }

  async function hangUp(callId: string): Promise<void> {
    const url = new URL(callsUrl)
    url.pathname += `/${callId}/hangup`
    const { ok, status } = await ask(url.href, { key: apiKey }, limitMs)
    if (!ok && kindOf(status) !== 'permanent') throw refusal(status)
  }

  return {
    demo,
    model: () => models.inUse().model,
    transcriptionModels: models.transcriptionModels,
    createKey,
    call,
    checkTranscription,
    hangUp,
  }
}

function keyOf(text: string): Omit<ProviderKey, keyof VoiceModels> {
  const answer = keyAnswer.safeParse(parsed(text))
  if (!answer.success) throw unusable()
  return { value: answer.data.value, expiresAt: answer.data.expires_at }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function ask(url: string, { method, key, user, type, body }: Sent, limitMs: number): Promise<Received> {
  const exchange = async (signal: AbortSignal): Promise<Received> => {
    const response = await fetch(url, {
      method: method ?? 'POST',
      headers: {
        ...(key && { Authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'Content-Type': type ?? 'application/json' }),
        ...(user && { 'OpenAI-Safety-Identifier': user }),
      },
      body,
      redirect: 'error',
      signal,
    }).catch(() => {
      throw failure('unreachable', 'lost', 'cannot be reached')
    })
    const { status, ok, headers } = response
    return { status, ok, location: headers.get('location'), text: await textOf(response) }
  }
  return withinLimit(exchange, limitMs, failure('unknown', 'timeout', 'did not answer in time'))
}

async function textOf(response: Response): Promise<string> {
  const text = await bodyWithin(response, longestAnswer).catch(() => {
    throw failure('unreachable', 'lost', 'cannot be reached')
  })
  if (text === undefined) throw unusable()
  return text
}

const failure = (kind: FailureKind, code: string, what: string) =>
  new ProviderError(kind, code, `The voice provider ${what}`)

const unusable = () => failure('permanent', 'malformed', 'sent an answer that cannot be used')

const refusal = (status: number, verdict?: string) =>
  failure(kindOf(status), String(status), reasonOf(status, verdict))

function reasonOf(status: number, verdict?: string): string {
  if (verdict === 'model replaced') return 'no longer has this model. Try again: Lisa will use the next one.'
  if (verdict === 'model gone') return 'no longer has a model of this server'
  if (status === 401 || status === 403) return "refuses this server's key"
  if (status === 429) return 'is busy or over its limit. Try again later.'
  if (status >= 500) return 'has a problem on its side. Try again later.'
  return `does not accept this server's settings (status ${status})`
}
