import { ApiError, ConnectionError, messageOf } from '@/lib/api'

/** An error whose message is written for the user. */
export class VoiceProblem extends Error {
  override readonly name = 'VoiceProblem'
}

const microphone: Record<string, string> = {
  NotAllowedError:
    'Lisa may not use the microphone. Allow it for this page in the settings of your browser, then try again.',
  SecurityError: 'The settings of this page or browser do not allow the microphone.',
  NotFoundError: 'No microphone was found. Connect one and try again.',
  NotReadableError: 'The microphone cannot be used now. Another program may be using it.',
}

export const microphoneProblem = (error: unknown) =>
  new VoiceProblem(
    (error instanceof Error && microphone[error.name]) || 'The microphone cannot be used. Please try again.',
  )

/** Translates an error of the SDK, whose messages are written for programmers. */
export function connectionProblem(error: unknown): VoiceProblem {
  const message = error instanceof Error ? error.message : ''
  const status = /status (\d{3})/.exec(message)?.[1]
  if (status === '401' || status === '403')
    return new VoiceProblem('The voice provider did not accept the key. Please try again.')
  if (status === '429')
    return new VoiceProblem(
      'The voice provider has too much to do, or its quota is used up. Try again later.',
    )
  if (status) return new VoiceProblem(`The voice provider refused the call (status ${status}).`)
  if (error instanceof TypeError)
    return new VoiceProblem('The voice provider cannot be reached. Check your connection and try again.')
  if (error instanceof DOMException)
    return new VoiceProblem('The voice provider sent an answer that cannot be used.')
  return new VoiceProblem('The connection could not be made. Please try again.')
}

/** A user-facing sentence for an error while connecting. */
export function problemOf(error: unknown): string {
  if (error instanceof VoiceProblem) return error.message
  // Our server says why it cannot issue a key.
  const message = error instanceof ApiError && (error.body as { message?: unknown } | undefined)?.message
  if (typeof message === 'string' && message !== 'Internal Server Error') return asSentence(message)
  return error instanceof ApiError || error instanceof ConnectionError
    ? messageOf(error)
    : connectionProblem(error).message
}

/** The reason that a tool reports to the model. */
export const reasonOf = (error: unknown) =>
  error instanceof Error && 'issues' in error
    ? (error.issues as { path: PropertyKey[]; message: string }[])
        .map(({ path, message }) => `${path.join('.')}: ${message}`)
        .join('; ')
    : messageOf(error)

const asSentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)
