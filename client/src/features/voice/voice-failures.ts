import type { ProviderEvent } from './provider-event'

export type ProviderFailure = { text: string; endsTalk: boolean }

/** By the provider's code. These end the talk, because no later answer can succeed. */
const ending: Record<string, string> = {
  insufficient_quota: 'The voice service has no credit left. Please tell whoever runs this app.',
  session_expired: 'The talk has reached the longest time that the voice service allows. Tap to start again.',
}

const passing: Record<string, string> = {
  rate_limit_exceeded: 'That was too much at once for the voice service. Wait a moment, then say it again.',
  server_error: 'The voice service had a problem. Please say it again.',
  content_filter: 'The voice service refused to answer that. Please say it in other words.',
  max_output_tokens: 'Her answer got too long and was cut off. You can ask her to go on.',
}

/** What the provider's event reports as failed or refused, in a sentence. */
export function failureOf(event: ProviderEvent): ProviderFailure | undefined {
  const codes = codesOf(event)
  const end = textFor(codes, ending)
  if (end) return { text: end, endsTalk: true }
  const text = textFor(codes, passing) ?? (isUnanswered(event) ? 'Please say it again.' : undefined)
  return text ? { text, endsTalk: false } : undefined
}

type Details = { reason?: unknown; error?: { code?: unknown; type?: unknown } | null }
type Response = { status?: unknown; status_details?: Details | null }

const responseOf = (event: ProviderEvent) => (event.response ?? {}) as Response

function codesOf(event: ProviderEvent): unknown[] {
  if (event.type !== 'error' && event.type !== 'response.done') return []
  const { reason, error } = (
    event.type === 'error' ? event : (responseOf(event).status_details ?? {})
  ) as Details
  return [error?.code, error?.type, reason]
}

const textFor = (codes: unknown[], texts: Record<string, string>) =>
  codes.flatMap((code) => (typeof code === 'string' && Object.hasOwn(texts, code) ? [texts[code]] : [])).at(0)

/** An `error` without a known code is about a message of ours, such as one that crossed an answer: nothing is lost. */
const isUnanswered = (event: ProviderEvent) =>
  event.type === 'response.done' && ['failed', 'incomplete'].includes(String(responseOf(event).status))
