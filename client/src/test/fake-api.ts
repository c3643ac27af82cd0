import { vi } from 'vitest'

type Call = {
  method: string
  path: string
  query: Record<string, string>
  params: Record<string, string>
  headers: Headers
  body: unknown
}
type Answer = unknown | ((call: Call) => unknown)

/** `'GET /api/goals/:id': answer`; an answer is JSON, a Response, or a function of the call that gives one of these. */
export type Routes = Record<string, Answer>

/** An answer with a status other than 200 or 204. */
export const answer = (status: number, body?: unknown) =>
  new Response(body === undefined ? null : JSON.stringify(body), { status })

/** An answer that says when to try again. */
export const refused = (status: number, retryAfterSeconds: number) => () =>
  new Response(JSON.stringify({ message: 'Please try again in a few seconds.' }), {
    status,
    headers: { 'Retry-After': String(retryAfterSeconds) },
  })

/** The page of a proxy without a server, which says by a date when to try again. */
export const maintenance = (seconds: number) => () =>
  new Response('<h1>Maintenance</h1>', {
    status: 503,
    headers: { 'Retry-After': new Date(Date.now() + seconds * 1_000).toUTCString() },
  })

/** A server whose database is away. */
export const away = refused(503, 5)

/** A server that never answers. */
export const hanging = () => new Promise<never>(() => {})

/** Fails as fetch does without a connection. */
export const offline = () => Promise.reject(new TypeError('Failed to fetch'))

const unexpected: string[] = []

/** Replaces fetch. A request without a route fails the test, see setup.ts. */
export function fakeApi(routes: Routes = {}) {
  const calls: Call[] = []
  const known = { ...routes }

  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    init.signal?.throwIfAborted()
    const { pathname, searchParams } = new URL(input, window.location.href)
    const method = init.method ?? 'GET'
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    const route = Object.keys(known).find((route) => matches(route, method, pathname))
    const params = route ? paramsOf(route, pathname) : {}
    const headers = new Headers(init.headers)
    const call = { method, path: pathname, query: Object.fromEntries(searchParams), params, headers, body }
    calls.push(call)
    if (!route) {
      unexpected.push(`${method} ${pathname}`)
      return answer(404, { message: 'Not found' })
    }
    const given = known[route]
    const result = await untilAborted(init.signal, typeof given === 'function' ? given(call) : given)
    if (result instanceof Response) return result.clone()
    return result === undefined ? answer(204) : answer(200, result)
  })

  return {
    calls,
    /** The calls of one route so far. */
    callsOf: (route: string) => calls.filter(({ method, path }) => matches(route, method, path)),
    /** Changes the answer of a route from now on. */
    on(route: string, answer: Answer) {
      known[route] = answer
    },
  }
}

function untilAborted<T>(signal: AbortSignal | null | undefined, work: T): Promise<Awaited<T>> {
  const aborted = new Promise<never>((_, reject) =>
    signal?.addEventListener('abort', () => reject(signal.reason)),
  )
  return Promise.race([work, aborted])
}

export const takeUnexpectedRequests = () => unexpected.splice(0)

function matches(route: string, method: string, pathname: string): boolean {
  const [routeMethod, pattern = ''] = route.split(' ')
  const parts = pathname.split('/')
  const wanted = pattern.split('/')
  return (
    routeMethod === method &&
    wanted.length === parts.length &&
    wanted.every((part, i) => part.startsWith(':') || part === parts[i])
  )
}

function paramsOf(route: string, pathname: string): Record<string, string> {
  const parts = pathname.split('/')
  const named = route.split(' ')[1]!.split('/').entries()
  return Object.fromEntries(
    [...named].filter(([, p]) => p.startsWith(':')).map(([i, p]) => [p.slice(1), parts[i]!]),
  )
}
