import type { Env } from '../env'
import type { Log } from '../log'
import { bodyWithin } from './body-within'
import { parsedJson } from './parsed-json'
import { type FailureKind, kindOf, ProviderError } from './provider-error'
import { withinLimit } from './time-limit'
import type { Call, Dialect } from './voice-dialects/dialect'
import { json } from './voice-dialects/json'
import { openai } from './voice-dialects/openai'
import { sdp } from './voice-dialects/sdp'
import { createVoiceModels, type VoiceModels } from './voice-models'
import { openSideband, type Watcher } from './voice-sideband'
import { realtimeSettings } from './realtime-settings'

/** The server has no room for another talk. */
export class VoiceBusyError extends ProviderError {
  readonly retryAfterSeconds: number

  constructor(retryAfter: string | null) {
    super('transient', '503', 'Somebody else is talking to Lisa. Try again in a few minutes.')
    this.retryAfterSeconds = Number(/^\d{1,4}$/.exec(retryAfter ?? '')?.[0] ?? 60)
  }
}

/** Every failure is a {@link ProviderError}, with neither a key nor the provider's own words. `user` names nobody. */
export type VoiceProvider = {
  /** The local stand-in. */
  demo?: true
  /** The model that the next talk has. */
  model: () => string
  /** What is to write down what the user says, then what is left to try instead; empty if nothing does. */
  transcriptionModels: () => string[]
  /** The settings of a talk but the model, where the page has to send them: the server takes none with the offer. */
  session: () => Omit<ReturnType<typeof realtimeSettings>, 'model'> | undefined
  /** Begins a call with the browser's offer. */
  call: (offer: string, user: string) => Promise<Call>
  /**
   * Asks about a transcription model that a browser says is gone, as only a talk may show: it is replaced for everybody, so
   * the provider has to say so itself.
   */
  checkTranscription: (model: string) => Promise<void>
  /** `unknown`: there is no such call any more; `impossible`: it ends only with the page's connection. */
  hangUp: (callId: string) => Promise<'done' | 'unknown' | 'impossible'>
  /** Undefined where the server tells us no events. */
  sideband?: {
    /** Reads the events of a call until it is hung up. */
    watch: (callId: string, watcher: Watcher) => void
    /** Stops watching a call, or all. */
    unwatch: (callId?: string) => void
  }
}

type Settings = Omit<Env['realtime'], 'isSetUp'> & { demo?: true }
type Sent = { method?: string; key?: string; user?: string; type?: string; body?: string | FormData }
type Received = {
  status: number
  ok: boolean
  location: string | null
  retryAfter: string | null
  text: string
}

const dialects: Record<Settings['dialect'], Dialect> = { openai, json, sdp }
const timeLimitMs = 10_000
/** How long a call is waited for that is only to be hung up. */
const lateLimitMs = 60_000
const sidebandPausesMs = [1_000, 5_000]
const longestAnswer = 64 * 1024

export function createVoiceProvider(
  settings: Settings,
  log: Log,
  limitMs = timeLimitMs,
  pausesMs: readonly number[] = sidebandPausesMs,
): VoiceProvider {
  const { baseUrl, apiKey, callsUrl, demo } = settings
  const dialect = dialects[settings.dialect]
  const models = createVoiceModels(settings, log)
  const settingsWith = (used: VoiceModels) => realtimeSettings({ ...settings, ...used })
  /** By call, how to stop watching it. */
  const watched = new Map<string, () => void>()

  async function call(offer: string, user: string): Promise<Call> {
    // For all models that are tried: the page waits.
    const until = performance.now() + limitMs
    for (;;) {
      const tried = models.inUse()
      const sent = dialect.offer(offer, settingsWith(tried))
      const asking = ask(callsUrl, { key: apiKey, user, ...sent }, lateLimitMs)
      const answer = await withinLimit(() => asking, until - performance.now(), late()).catch(
        (error: unknown) => {
          asking.then(hangUpUnused, () => {})
          throw error
        },
      )
      if (answer.ok) {
        const { id, answer: sdp } = dialect.callIn(answer)
        if (id && sdp) return { id, answer: sdp }
        hangUpUnused(answer)
        throw failure('permanent', 'malformed', 'sent an answer that cannot be used')
      }
      const isFull = answer.status === 503 && dialect.full && answer.text.includes(dialect.full)
      if (isFull) throw new VoiceBusyError(answer.retryAfter)
      const verdict = models.judge(parsedJson(answer.text), tried)
      if (!verdict || verdict === 'model gone') throw refusal(answer.status, verdict)
    }
  }

  /** Of a call whose answer came too late or cannot be used, nobody else knows. */
  function hangUpUnused(answer: Received) {
    const { id } = answer.ok ? dialect.callIn(answer) : {}
    if (id)
      hangUp(id).catch(({ code }: ProviderError) => log.warn({ code }, 'Hanging up an unused call failed'))
  }

  async function checkTranscription(model: string): Promise<void> {
    if (models.inUse().transcriptionModel !== model) return
    // Not another provider: it would get the key, and knows nothing of this one's models.
    if (new URL(baseUrl).origin !== new URL(callsUrl).origin) return
    const url = `${baseUrl}/models/${encodeURIComponent(model)}`
    const { ok, text } = await ask(url, { method: 'GET', key: apiKey }, limitMs)
    if (!ok) models.judgeTranscription(parsedJson(text), model)
  }

  async function hangUp(callId: string): ReturnType<VoiceProvider['hangUp']> {
    unwatch(callId)
    const callUrl = new URL(callsUrl)
    callUrl.pathname += `/${callId}`
    const request = dialect.hangUp?.(callUrl.href)
    if (!request) return 'impossible'
    const { ok, status } = await ask(request.url, { method: request.method, key: apiKey }, limitMs)
    if (ok) return 'done'
    if (status === 404 || status === 410) return 'unknown'
    throw refusal(status)
  }

  function watch(callId: string, watcher: Watcher) {
    const url = dialect.sideband?.(callsUrl, callId)
    if (url) watched.set(callId, openSideband({ url, apiKey, limitMs, pausesMs, ...watcher }))
  }

  function unwatch(callId?: string) {
    for (const each of callId === undefined ? [...watched.keys()] : [callId]) {
      watched.get(each)?.()
      watched.delete(each)
    }
  }

  return {
    demo,
    model: () => models.inUse().model,
    transcriptionModels: models.transcriptionModels,
    session() {
      if (dialect.takesSession) return undefined
      const { model: _model, ...others } = settingsWith(models.inUse())
      return others
    },
    call,
    checkTranscription,
    hangUp,
    sideband: dialect.sideband && { watch, unwatch },
  }
}

function ask(url: string, { method, key, user, type, body }: Sent, limitMs: number): Promise<Received> {
  const exchange = async (signal: AbortSignal): Promise<Received> => {
    const response = await fetch(url, {
      method: method ?? 'POST',
      headers: {
        ...(key && { Authorization: `Bearer ${key}` }),
        ...(type && { 'Content-Type': type }),
        ...(user && { 'OpenAI-Safety-Identifier': user }),
      },
      body,
      redirect: 'error',
      signal,
    }).catch(() => {
      throw failure('unreachable', 'lost', 'cannot be reached')
    })
    const { status, ok, headers } = response
    return {
      status,
      ok,
      location: headers.get('location'),
      retryAfter: headers.get('retry-after'),
      text: await textOf(response).catch((error: unknown) => {
        // What the headers say holds: a call has begun, which has to be hung up.
        if (ok) return ''
        throw error
      }),
    }
  }
  return withinLimit(exchange, limitMs, late())
}

/** Empty if it is too long. */
async function textOf(response: Response): Promise<string> {
  const text = await bodyWithin(response, longestAnswer).catch(() => {
    throw failure('unreachable', 'lost', 'cannot be reached')
  })
  return text ?? ''
}

const failure = (kind: FailureKind, code: string, what: string) =>
  new ProviderError(kind, code, `The voice provider ${what}`)

const late = () => failure('unknown', 'timeout', 'did not answer in time')

const refusal = (status: number, verdict?: string) =>
  failure(kindOf(status), String(status), reasonOf(status, verdict))

function reasonOf(status: number, verdict?: string): string {
  if (verdict === 'model gone') return 'no longer has a model of this server'
  if (status === 401 || status === 403) return "refuses this server's key"
  if (status === 429) return 'is busy or over its limit. Try again later.'
  if (status === 501) return 'is not able to talk over WebRTC'
  if (status >= 500) return 'has a problem on its side. Try again later.'
  return `does not accept this server's settings (status ${status})`
}
