/** An answer with an error status. Its message is `status: body text`; `body` is the parsed JSON, if it was JSON. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly body: unknown

  constructor(
    readonly status: number,
    text: string,
  ) {
    super(`${status}: ${text}`)
    this.body = parsed(text)
  }
}

/** No usable answer: the connection is down, or something between browser and server answered. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
}

type Query = object
type Options = { query?: Query; body?: unknown; signal?: AbortSignal }

export const api = {
  get: <T>(path: string, query?: Query, signal?: AbortSignal) => send<T>('GET', path, { query, signal }),
  post: <T = void>(path: string, body?: unknown) => send<T>('POST', path, { body }),
  put: <T = void>(path: string, body?: unknown) => send<T>('PUT', path, { body }),
  patch: <T = void>(path: string, body?: unknown) => send<T>('PATCH', path, { body }),
  delete: <T = void>(path: string) => send<T>('DELETE', path),
}

/** A sentence for the user. */
export function messageOf(error: unknown): string {
  if (error instanceof ConnectionError) return error.message
  if (error instanceof ApiError && error.status !== 500 && hasMessage(error.body)) return error.body.message
  return 'Something went wrong on our side. Please try again in a moment.'
}

export const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404

/** For reading a single row: null if there is no such row. */
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

async function send<T>(method: string, path: string, { query, body, signal }: Options = {}): Promise<T> {
  const response = await fetch(path + searchOf(query), {
    method,
    signal,
    credentials: 'include',
    headers: {
      Accept: 'application/json',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  }).catch(failedToConnect)
  const text = await response.text().catch(failedToConnect)
  if (!response.ok) throw new ApiError(response.status, text || response.statusText)
  if (text === '') return undefined as T
  const value = parsed(text)
  if (value === undefined)
    throw new ConnectionError('The server sent an answer that cannot be read. Please try again.')
  return value as T
}

function failedToConnect(error: unknown): never {
  if (error instanceof DOMException && error.name === 'AbortError') throw error
  throw new ConnectionError('Lisa cannot be reached. Check your connection and try again.', { cause: error })
}

function searchOf(query: Query = {}): string {
  const given = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  return given.length ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : ''
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const hasMessage = (body: unknown): body is { message: string } =>
  typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string'
