import type { Request, RequestHandler, Response } from 'express'
import type { z } from 'zod'
import { day } from '@shared/day'
import {
  type AnswerOf,
  bodyTooLarge,
  type CreatedText,
  defaultBodyLimit,
  type Endpoint,
  type EndpointGroup,
  type EndpointName,
  formType,
  type Limit,
  type PathParameter,
  type Success,
  successStatuses,
} from '@shared/endpoint'
import { readScopesOf, type Scope } from '@shared/scopes'
import type { AppContext } from '../context'
import { Batch } from '../db/batches'
import type { Db } from '../db/db'
import { type AskAgain, whileHolding } from './ask-again'
import { type Change, changeOf } from './change'
import { Download, sendDownload } from './download'
import { AppError, NotFoundError } from './errors'
import { fewAtOnce, fewWithToken, mostAtOnce, tooManyAtOnce } from '../limits/few-at-once'
import { type NewRow, newRowFor } from './idempotency'
import { isId } from './ids'
import { usesOf, type Uses } from '../limits/limits'
import { lookUp } from './look-up'
import { parseInput } from './parse-input'
import { readForm, readJson, readTextOfType } from './request-body'
import { sendCreatedText, sendJson, sendJsonText, sendText } from './send-json'
import { createTurns } from '../limits/turns'
import { listSender } from './send-list'

/** A value that becomes a `T` as JSON: dates become ISO 8601 strings. */
export type BeforeJson<T> = T extends string
  ? T | Date
  : T extends object
    ? { [K in keyof T]: BeforeJson<T[K]> }
    : T

/** What a handler gives for an answer `T`: a list may come in batches. */
type Given<T> = BeforeJson<T> | (T extends (infer Row)[] ? Batch<BeforeJson<Row>> : never)

/** What a handler gives for a 201 where its endpoint answers 200 too. */
export class Created<T> {
  constructor(readonly row: T) {}
}
type GivenCreated<E extends Endpoint> = E['answers'] extends { 200: unknown; 201: unknown }
  ? Created<Given<AnswerOf<E>>>
  : never

/** The answer of a protocol that has its own statuses: JSON text, or nothing. */
export class ProtocolAnswer {
  constructor(
    readonly status: number,
    readonly text: string,
  ) {}
}

/** What a handler gives back. */
type Returned<E extends Endpoint> = E extends { assistant: true }
  ? ProtocolAnswer
  : Success<E> extends { isFile: true }
    ? Download
    : Given<AnswerOf<E>> | GivenCreated<E>

type Output<S> = S extends z.core.$ZodType ? z.output<S> : unknown

/** What a request may do that came with a bearer token. The token of the API password has no `id`. */
export type Access = { id?: string; name: string; scopes: readonly Scope[] }

/** Whose session `sid` or token it is; `userId` is empty where the endpoint is open. */
export type Caller = { userId: string; sid?: string; access?: Access; askAgain?: AskAgain }
export type TokenCaller = Caller & { access: Access }

/** What a handler gets: all of it checked by the declaration. */
type Call<Name extends string, E extends Endpoint> = Record<PathParameter<Name>, string> & {
  userId: string
  /** The id of the session, where there is one. */
  sid?: string
  query: Output<E['query']>
  body: Output<E['body']>
  req: Request
  /** In the transaction of what a token changes. */
  db: Db
  change: Change
  askAgain?: AskAgain
  /** Of the token, where there is one instead of a session. */
} & (E extends { bearer: true } ? { access: Access } : { access?: Access }) &
  (E extends { limit: Limit } ? { uses: Uses } : unknown) &
  (E extends { idempotent: true } ? { newRow: NewRow } : unknown)

type Handlers<E> = {
  [Name in keyof E & string]: E[Name] extends Endpoint
    ? (call: Call<Name, E[Name]>) => Promise<Returned<E[Name]>> | Returned<E[Name]>
    : never
}

/** An endpoint with what serves it. */
export type Route = { name: string; endpoint: Endpoint; id?: string; handle: (call: never) => unknown }

/** Joins declared endpoints with their handlers: one for each, and each gives back what its endpoint answers. */
export function serve<E extends Record<EndpointName, Endpoint>>(
  { id, endpoints }: EndpointGroup<E>,
  handlersOf: (ctx: AppContext) => Handlers<E>,
): (ctx: AppContext) => Route[] {
  return (ctx) =>
    Object.entries<(call: never) => unknown>(handlersOf(ctx)).map(([name, handle]) => ({
      name,
      endpoint: endpoints[name as keyof E & EndpointName] as Endpoint,
      id,
      handle,
    }))
}

/** Throws if a token may not do what `endpoint` needs. */
export function requireScopes(access: Access, { scopes = [] }: Pick<Endpoint, 'scopes'> = {}): void {
  if (!scopes.every((scope) => access.scopes.includes(scope))) throw scopeMissing()
}

export const scopeMissing = () => new AppError(403, 'This token may not do that', {}, 'scope missing')

/** Returns whom a request is from; throws if it may not come in, or not to `endpoint`. A 401 of a token has the `challenge`. */
export type Guard = (req: Request, res: Response, endpoint?: Endpoint, challenge?: string) => Promise<Caller>
export type Guards = { open: Guard; session: Guard; token: Guard; assistant: Guard }

type Entry = Route & { path: string; guard: Guard; status: number }

/** Serves `routes` after one look-up by method and path; passes every other request on. */
export function routeTable(
  ctx: AppContext,
  guards: Guards,
  routes: Route[],
): RequestHandler & { endpoints: string[] } {
  const entries = routes.flatMap((route) => entriesOf(route, guards))
  const find = lookUp(entries)
  const sendList = listSender()
  // One person's uploads must neither fill the memory nor take every connection to the database.
  // None is refused here: nobody has more requests than that under way.
  const inTurn = createTurns({ atOnce: 2, waiting: mostAtOnce }, tooManyAtOnce)
  const serveEndpoint: RequestHandler = async (req, res, next) => {
    const found = find(req.path)
    const entry = found?.methods.get(req.method === 'HEAD' ? 'GET' : req.method)
    if (!entry) return next()
    const { guard, endpoint, status } = entry
    const { bodyLimit = defaultBodyLimit, fileTypes } = endpoint
    res.setHeader('Cache-Control', 'no-store')
    const caller = await guard(req, res, endpoint)
    const { userId, access, askAgain } = caller
    // What a program sends or reads slowly does not hold up the pages of its user.
    const tokenId = access && (access.id ?? `${userId} password`)
    const line = tokenId ?? userId
    const parameters = parametersOf(entry, decoded(found?.values))
    const isRead = req.method === 'GET' || req.method === 'HEAD'
    const respond = async () => {
      // A client that has left while it waited takes a change for one that failed.
      if (tokenId && req.socket.destroyed) return
      const body =
        isRead || fileTypes ? undefined : await whileHolding<unknown>(askAgain, bodyOf(req, endpoint))
      // Reading the body may have taken long, and so may finding what is answered.
      if (!isRead) await askAgain?.()
      const answer = await handled(ctx, entry, req, caller, { parameters, query: req.query, body })
      if (isRead) await askAgain?.()
      const type = endpoint.answers[status]?.type
      if (answer instanceof Batch) await sendList(line, req, res, status, answer, askAgain)
      else if (answer instanceof Download) await sendDownload(req, res, status, answer, askAgain)
      else if (answer instanceof Created) sendJson(req, res, 201, answer.row)
      else if (type && typeof answer === 'string') sendText(req, res, status, type, answer)
      else if (answer instanceof ProtocolAnswer) sendJsonText(req, res, answer.status, answer.text)
      else if (type) sendCreatedText(res, type, answer as CreatedText)
      else sendJson(req, res, status, answer)
    }
    const isLarge =
      !fileTypes &&
      bodyLimit > defaultBodyLimit &&
      !(Number(req.headers['content-length']) <= defaultBodyLimit)
    const respondInTurn = isLarge ? () => inTurn(line, respond) : respond
    if (tokenId) await fewWithToken(userId, tokenId, respondInTurn)
    else await (userId ? fewAtOnce(userId, respondInTurn) : respond())
  }
  return Object.assign(serveEndpoint, { endpoints: entries.map(({ path }) => path) })
}

type Sent = { parameters: Record<string, string>; query: unknown; body: unknown }

/** What the handler of `route` gives, after all that came in is checked by the declaration. */
async function handled(
  ctx: AppContext,
  { endpoint, handle }: Route,
  req: Request,
  { userId, sid, access, askAgain }: Caller,
  sent: Sent,
): Promise<unknown> {
  const body = endpoint.body && parseInput(endpoint.body, sent.body)
  const call = {
    ...sent.parameters,
    userId,
    sid,
    access,
    askAgain,
    query: endpoint.query && parseInput(endpoint.query, sent.query),
    body,
    uses: endpoint.limit && usesOf(ctx, endpoint.limit),
    newRow: endpoint.idempotent && newRowFor(userId, req, body),
    req,
    db: ctx.db,
    change: changeOf(req, { access, sid }, ctx.now()),
  }
  const isSeen = !access || readScopesOf(endpoint.scopes).every((scope) => access.scopes.includes(scope))
  try {
    const answer = await handle(call as never)
    return isSeen ? answer : unseen(answer)
  } catch (error) {
    throw isSeen || !(error instanceof AppError) ? error : unseenIn(error)
  }
}

/** An answer as a token gets it that may not read what it has written: of a row, what `writtenRow` has. */
function unseen(answer: unknown): unknown {
  const { id, updatedAt } = Object(answer)
  return updatedAt ? { id, updatedAt } : answer
}

function unseenIn(error: AppError): AppError {
  const { current, ...body } = error.body
  return current ? new AppError(error.status, error.message, body, error.reason) : error
}

/** Carries out an endpoint as part of another request, `req`, for its caller: what the handler gives. */
export type CallInside = (
  name: EndpointName,
  req: Request,
  caller: Caller,
  sent: Partial<Sent>,
) => Promise<unknown>

/** A call has the same checks as a request to one of `routes`, its scopes included. */
export function callsInside(ctx: AppContext, routes: Route[]): CallInside {
  const byName = new Map(routes.map((route) => [route.name, route]))
  return async (name, req, caller, { parameters = {}, query = {}, body = {} }) => {
    const route = byName.get(name)
    if (!route) throw new Error(`${name} is not served`)
    if (caller.access) requireScopes(caller.access, route.endpoint)
    const { bodyLimit = defaultBodyLimit } = route.endpoint
    if (Buffer.byteLength(JSON.stringify(body)) > bodyLimit) throw new AppError(413, bodyTooLarge(bodyLimit))
    return handled(ctx, route, req, caller, { parameters: parametersOf(route, parameters), query, body })
  }
}

function bodyOf(req: Request, { bodyType, bodyLimit = defaultBodyLimit, objectsInBody }: Endpoint) {
  if (bodyType === formType) return readForm(req, bodyLimit)
  return bodyType ? readTextOfType(req, bodyType, bodyLimit) : readJson(req, bodyLimit, objectsInBody)
}

function entriesOf(route: Route, { open, session, token, assistant }: Guards): Entry[] {
  const { endpoint, name } = route
  const [method, path = ''] = name.split(' ')
  const status = successStatuses.find((status) => status in endpoint.answers) ?? 200
  const entry = (path: string, guard: Guard) => ({ ...route, path: `${method} ${path}`, guard, status })
  const bearer = endpoint.assistant ? assistant : token
  return [
    entry(path, endpoint.open ? open : endpoint.bearer ? bearer : session),
    ...(endpoint.token ? [entry(endpoint.token, token)] : []),
  ]
}

const decoded = (values: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, decodeURIComponent(value)]))

/** The parameters in the path: 404 for a malformed `id`, 400 for a `date` that does not exist. */
function parametersOf({ id }: Route, values: Record<string, string>): Record<string, string> {
  const parameters: Record<string, string> = {}
  for (const [name, text] of Object.entries(values)) {
    if (name === 'id' && !isId(text)) throw new NotFoundError(id)
    parameters[name] = name === 'date' ? parseInput(day, text) : text
  }
  return parameters
}
