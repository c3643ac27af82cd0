import type { z } from 'zod'
import type { AppEndpoints } from '@shared/api'
import type { AnswerOf, PathParameter } from '@shared/endpoint'
import { connection, isAway, retryAfterMsOf } from './connection'
import { pageUser } from './page-user'

/** An answer with an error status. Its message is `status: body text`; `body` is the parsed JSON, if it was JSON. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly body: unknown
  /** The server, or a service it depends on, cannot answer for the moment. */
  readonly isAway: boolean
  readonly retryAfterMs: number

  constructor(
    readonly status: number,
    text: string,
    retryAfter: string | null = null,
  ) {
    super(`${status}: ${text}`)
    this.body = parsed(text)
    this.retryAfterMs = retryAfterMsOf(retryAfter)
    this.isAway = isAway(status, retryAfter, hasMessage(this.body))
  }
}

/** No usable answer: the connection is down, or something between browser and server answered. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
}

type Endpoint<N extends keyof AppEndpoints> = AppEndpoints[N]
type Input<S> = S extends z.core.$ZodType ? z.input<S> : never
type Query<E> = E extends { query: infer S } ? { query?: Input<S> } : unknown
type Body<E> = E extends { body: infer S } ? { body: Input<S> } : { body?: Record<string, never> }

type Key<E> = E extends { idempotent: true } ? { idempotencyKey?: string } : unknown

type Sending = {
  signal?: AbortSignal
  /** Instead of a signal: after this time it fails with a {@link ConnectionError}. */
  limitMs?: number
  /** Goes on when the page is left. */
  keepalive?: boolean
  /** Lisa does it: the server keeps that beside the version that it replaces. */
  by?: 'lisa'
}

/** What a call needs: the parameters of its path, its query, its body. */
type Options<N extends keyof AppEndpoints> = Record<PathParameter<N>, string> &
  Query<Endpoint<N>> &
  Body<Endpoint<N>> &
  Key<Endpoint<N>> &
  Sending

type Arguments<N extends keyof AppEndpoints> = object extends Options<N> ? [Options<N>?] : [Options<N>]

/** Calls an endpoint as it is declared in shared/. */
export async function api<N extends keyof AppEndpoints>(
  name: N,
  ...[options]: Arguments<N>
): Promise<AnswerOf<Endpoint<N>>> {
  return (await call<AnswerOf<Endpoint<N>>>(name, options)).value
}

/** A list, and how many rows there are in all, if the answer says so. */
export async function apiList<N extends keyof AppEndpoints>(
  name: N,
  ...[options]: Arguments<N>
): Promise<{ rows: AnswerOf<Endpoint<N>>; total: number | undefined }> {
  const { value, headers } = await call<AnswerOf<Endpoint<N>>>(name, options)
  const total = headers.get('X-Total-Count')
  return { rows: value, total: total === null ? undefined : Number(total) }
}

/** The answer as it comes, for a file that is saved. */
export const apiFile = <N extends keyof AppEndpoints>(name: N, ...[options]: Arguments<N>) =>
  request(name, options)

async function call<T>(name: string, options?: object) {
  const response = await request(name, options)
  const text = await response.text().catch(failedToConnect)
  const value = text === '' ? undefined : parsed(text)
  if (text !== '' && value === undefined) throw unexpectedAnswer()
  connection.found('ok')
  return { value: value as T, headers: response.headers }
}

/** A sentence for the user. */
export function messageOf(error: unknown): string {
  if (error instanceof ConnectionError) return error.message
  if (isUnauthorized(error)) return 'You are logged out. Sign in to go on.'
  if (error instanceof ApiError && error.status !== 500 && hasMessage(error.body)) return error.body.message
  return 'Something went wrong on our side. Please try again in a moment.'
}

/** Whether the request may not have reached the server, or the server cannot serve it for now. */
export const isOutOfReach = (error: unknown) =>
  error instanceof ConnectionError || (error instanceof ApiError && error.isAway)

/** Whether the session is lost. */
export const isUnauthorized = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('401: ') && error.message.includes('Unauthorized')

export const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404

/** For a single row: null if there is no such row. */
export async function nullIfMissing<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** The server's validation errors by field, to be shown beside the fields. */
export function fieldErrorsOf(error: unknown): { path: string; message: string }[] {
  const body = error instanceof ApiError ? error.body : undefined
  return body && typeof body === 'object' && 'errors' in body && Array.isArray(body.errors) ? body.errors : []
}

type SendOptions = Sending & { query?: object; body?: unknown; idempotencyKey?: string }

async function request(name: string, options: object = {}): Promise<Response> {
  const { query, body, idempotencyKey, signal, limitMs, keepalive, by, ...parameters } =
    options as SendOptions & Record<string, string>
  const [method = '', path = ''] = name.split(' ')
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''))
  const response = await fetch(filled + searchOf(query), {
    method,
    signal: limitMs === undefined ? signal : AbortSignal.timeout(limitMs),
    keepalive,
    credentials: 'include',
    headers: {
      ...ownHeaders(),
      ...(by && { 'X-Lisa-By': by }),
      ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  }).catch(failedToConnect)
  if (response.ok) return response
  const error = new ApiError(
    response.status,
    (await response.text().catch(failedToConnect)) || response.statusText,
    response.headers.get('Retry-After'),
  )
  // Only where the browser still has a session's cookie: the session did not expire, but was ended elsewhere.
  const ended = response.headers.get('X-Lisa-Session')
  if (ended)
    void import('@/lib/device/kept-copies').then(({ forgetSession }) => forgetSession(ended)).catch(() => {})
  if (error.isAway) connection.found('away', error.retryAfterMs)
  else connection.found('ok')
  throw error
}

/** Of every call, whatever it sends. */
export const ownHeaders = (): Record<string, string> => ({
  Accept: 'application/json',
  ...(pageUser.id && { 'X-Lisa-User': pageUser.id }),
})

function failedToConnect(error: unknown): never {
  if (error instanceof DOMException && error.name === 'AbortError') throw error
  throw connectionLost(error)
}

export function connectionLost(cause?: unknown) {
  connection.found('offline')
  return new ConnectionError("We can't reach Lisa. Check your connection and try again.", { cause })
}

/** For an answer that is not Lisa's, such as the sign-in page of a public network. */
export function unexpectedAnswer() {
  connection.found('offline')
  return new ConnectionError('Something unexpected came back. Please try again.')
}

export function searchOf(query: object = {}): string {
  const given = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  return given.length ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : ''
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const hasMessage = (body: unknown): body is { message: string } =>
  typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string'

/** Whether the server could not accept a save now, so that it waits and is sent again. */
export const isNotTaken = (error: unknown) =>
  isOutOfReach(error) || isEnded(error) || (error instanceof ApiError && error.status === 429)

/** No save is aborted here, but Safari does so to every request when the page is left. */
const isEnded = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** The current row, from the answer 409, or 422 where an earlier version of a save has created it. */
export const currentOf = <Row>(error: unknown): Row | undefined =>
  error instanceof ApiError && [409, 422].includes(error.status) ? Object(error.body).current : undefined
