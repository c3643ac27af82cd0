import { ApiError, ConnectionError, messageOf } from '@/lib/api/api'

/** An error whose message is written for the user. */
export class VoiceProblem extends Error {
  override readonly name: string = 'VoiceProblem'
}

/** The user can write instead. */
export class MicrophoneProblem extends VoiceProblem {
  override readonly name = 'MicrophoneProblem'
}

const microphone: Record<string, string> = {
  NotAllowedError: "Lisa can't use your microphone. Allow it in your browser settings, then try again.",
  SecurityError:
    "Your browser doesn't allow the microphone on this page. Check its settings, then try again.",
  NotFoundError: "We couldn't find a microphone. Connect one and try again.",
  // WebKitGTK calls it so.
  OverconstrainedError: "We couldn't find a microphone. Connect one and try again.",
  NotReadableError: "The microphone isn't available. Another app may be using it.",
}

export const microphoneProblem = (error: unknown) =>
  new MicrophoneProblem(
    (error instanceof Error && microphone[error.name]) || "We couldn't use the microphone. Please try again.",
  )

/** Translates an error of the SDK, whose messages are written for programmers. */
export function connectionProblem(error: unknown): VoiceProblem {
  const message = error instanceof Error ? error.message : ''
  const [, status, detail = ''] = /status (\d{3})(?:: (.*))?/s.exec(message) ?? []
  if (status === '401' || status === '403')
    return new VoiceProblem("We couldn't start the call. Please try again.")
  const sentence = sentenceIn(detail)
  if (sentence) return new VoiceProblem(sentence)
  if (status === '429') return new VoiceProblem('Voice is busy or over its limit. Try again later.')
  if (status)
    return new VoiceProblem(`We couldn't start the call (status ${status}). Please try again later.`)
  if (error instanceof TypeError)
    return new VoiceProblem("We can't reach the voice service. Check your connection and try again.")
  if (error instanceof DOMException)
    return new VoiceProblem('Something unexpected came back. Please try again.')
  return new VoiceProblem("We couldn't connect. Please try again.")
}

/** A user-facing sentence for an error while connecting. */
export function problemOf(error: unknown): string {
  if (error instanceof VoiceProblem) return error.message
  if (error instanceof ApiError) return sentenceOf(error.body) ?? messageOf(error)
  return error instanceof ConnectionError ? messageOf(error) : connectionProblem(error).message
}

/** Our server says why it gives no key or passes on no call; a provider's own words are for programmers. */
function sentenceOf(body: unknown): string | undefined {
  const message = (body as { message?: unknown } | null | undefined)?.message
  if (typeof message !== 'string' || message === 'Internal Server Error') return undefined
  return /[.!?]$/.test(message) ? message : `${message}.`
}

function sentenceIn(json: string): string | undefined {
  try {
    return sentenceOf(JSON.parse(json))
  } catch {
    return undefined
  }
}

/** The reason that a tool reports to the model. */
export function reasonOf(error: unknown): string {
  if (error instanceof VoiceProblem) return error.message
  if (error instanceof Error && 'issues' in error)
    return (error.issues as { path: PropertyKey[]; message: string }[])
      .map(({ path, message }) => `${path.join('.')}: ${message}`)
      .join('; ')
  return messageOf(error)
}
