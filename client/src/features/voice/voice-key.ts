import { defaultVoiceModel } from '@shared/voice-model'
import { VoiceProblem } from './voice-problems'

/** The provider ends a session after an hour. */
export const providerSeconds = 60 * 60

type VoiceKey = {
  value: string
  model: string
  callsUrl?: string
  talkId?: string
  /** The most that the talk may last. */
  seconds: number
  /** The most tokens that it may use. */
  tokens: number
  transcriptionModels?: string[]
  /** The settings of the session, if the page has to send them because the voice server accepts none with the offer. */
  session?: Record<string, unknown>
  isDemo: boolean
  isInsecure: boolean
}

type Answer = {
  value?: unknown
  client_secret?: unknown
  model?: unknown
  callsUrl?: unknown
  talkId?: unknown
  seconds?: unknown
  tokens?: unknown
  transcriptionModels?: unknown
  session?: unknown
  demo?: unknown
  insecure?: unknown
}

/** Accepts three shapes of the answer: `value`, `client_secret.value`, and `client_secret` as the key itself. */
export function voiceKeyOf(given: unknown): VoiceKey {
  const answer = (given ?? {}) as Answer
  const secret = answer.client_secret as { value?: unknown } | null | undefined
  const value = [answer.value, secret?.value, secret].find((key) => typeof key === 'string' && key !== '') as
    string | undefined
  const isInsecure = answer.insecure === true
  if (!value) throw new VoiceProblem('No ephemeral key was received.')
  if (!value.startsWith('ek_') && !isInsecure)
    throw new VoiceProblem("The ephemeral key must start with 'ek_'.")
  return {
    value,
    model: typeof answer.model === 'string' ? answer.model : defaultVoiceModel,
    callsUrl: typeof answer.callsUrl === 'string' ? answer.callsUrl : undefined,
    talkId: typeof answer.talkId === 'string' ? answer.talkId : undefined,
    seconds: typeof answer.seconds === 'number' ? answer.seconds : providerSeconds,
    tokens: typeof answer.tokens === 'number' ? answer.tokens : Infinity,
    transcriptionModels: Array.isArray(answer.transcriptionModels)
      ? answer.transcriptionModels.map(String)
      : undefined,
    session: isObject(answer.session) ? answer.session : undefined,
    isDemo: answer.demo === true,
    isInsecure,
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
