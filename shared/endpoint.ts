import { z } from 'zod'
import { daysBetween } from './dates'
import { day } from './day'
import type { Scope } from './scopes'

/** How an endpoint is called, such as `PATCH /api/goals/:id`. */
export type EndpointName = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /api/${string}`

/**
 * What comes back with a status: JSON of `schema`, text of another `type`, or nothing. `header` is always sent along,
 * `optionalHeader` in the case that its description names.
 */
export type Answer = {
  description: string
  schema?: z.core.$ZodType
  type?: string
  header?: string
  optionalHeader?: { name: string; description: string }
  isFile?: true
}

/** How often it may be done in a window of time that begins with the first use. */
export type Limit = {
  /** Begins the key that the uses are counted under. */
  name: string
  limit: number
  windowSeconds: number
  description: string
  /** What the caller is told, `seconds` before the next use is allowed. */
  refusal: (seconds: number) => string
}

/** Allows `limit` uses an hour; `sentence` is what a caller reads who has used them up. */
export const hourly = (name: string, limit: number, description: string, sentence: string): Limit => ({
  name,
  limit,
  windowSeconds: 60 * 60,
  description,
  refusal(seconds) {
    const minutes = Math.ceil(seconds / 60)
    return `${sentence} Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
  },
})

/** Allows `limit` uses in 24 hours from the first one; `sentence` is what a caller reads who has used them up. */
export const daily = (name: string, limit: number, description: string, sentence: string): Limit => ({
  name,
  limit,
  windowSeconds: 24 * 60 * 60,
  description,
  refusal: () => `${sentence} Please try again tomorrow.`,
})

/**
 * One method on one path. What follows from its door, its path and its body (401, 403, 404, 413 …) is not declared: the
 * server does it and the description adds it.
 */
export type Endpoint = {
  summary: string
  description?: string
  /** Needs no session: anybody may call it. */
  open?: true
  /** The path that opens it to a bearer token too. */
  token?: `/api/jwt/${string}`
  /** Opened by a bearer token, and by no session. */
  bearer?: true
  /** Of those, the one for assistants: without a token they are told where to get one, and it can be turned off. */
  assistant?: true
  /**
   * The scopes that a token needs, all of them. One that may write and not read is shown {@link writtenRow} for the row, and
   * none where it is refused.
   */
  scopes?: readonly Scope[]
  /** Creates a row. A request that is repeated with the same `Idempotency-Key` is answered with that row, or with 422. */
  idempotent?: true
  /** Refused with `signInAgain` when the session's sign-in is older than {@link recentMinutes}. */
  recentSignIn?: true
  query?: z.core.$ZodObject
  body?: z.core.$ZodType
  /** How the body is written, where it is not JSON. */
  bodyType?: string
  /** How many objects or arrays the body may hold; none unless declared. */
  objectsInBody?: number
  /** The body is a file of one of these types, which the handler reads as a stream. */
  fileTypes?: readonly string[]
  /** In bytes; a longer body is refused with 413. {@link defaultBodyLimit} unless declared. */
  bodyLimit?: number
  /** By status; one of {@link successStatuses} is given when all went well. */
  answers: Record<number, Answer>
  /** Counted by the handler, where it knows for whom. */
  limit?: Limit
  /**
   * For open endpoints. Counted before the body is read, so that requests with a malformed or refused one count too:
   * `address` for an IPv4 address or an IPv6 /64, `site` for an IPv6 /48.
   */
  networkLimits?: { address: Limit; site: Limit }
}

/** Endpoints under one heading of the description. `id` says what an `:id` in their paths names. */
export type EndpointGroup<E = Record<EndpointName, Endpoint>> = { tag: string; id?: string; endpoints: E }

export const endpoints = <const E extends Record<EndpointName, Endpoint>>(
  heading: Omit<EndpointGroup, 'endpoints'>,
  endpoints: E,
): EndpointGroup<E> => ({ ...heading, endpoints })

export const json = <S extends z.core.$ZodType>(description: string, schema: S) => ({ description, schema })
export const html = (description: string) => ({ description, type: 'text/html' })
export const redirect = (description: string) => ({ description, header: 'Location' })
export const empty = (description: string) => ({ description })
/** Something to be saved as a file. */
export const file = <T extends string>(description: string, type: T) => ({
  description,
  type,
  header: 'Content-Disposition',
  isFile: true as const,
})

export const KiB = 1024
export const MiB = 1024 * KiB
export const defaultBodyLimit = 128 * KiB
export const bodyTooLarge = (limit: number): string =>
  `The body is larger than ${limit < MiB ? `${limit / KiB} KiB` : `${limit / MiB} MiB`}`

export const id = z.uuid()
export const instant = z.iso.datetime().describe('ISO 8601, in UTC')
export const calendarDay = z.iso.date()
export const timestamps = { createdAt: instant, updatedAt: instant }

/** PostgreSQL accepts neither the year 0 nor years of five digits. */
const isStorable = (time: Date) => time.getUTCFullYear() >= 1 && time.getUTCFullYear() <= 9999

function updatedAtOf(row: string) {
  const error = `Must be the updatedAt of the ${row} that was loaded`
  return z.iso.datetime({ offset: true, error }).refine((text) => isStorable(new Date(text)), error)
}

/** The `updatedAt` of an update that is refused if the row has changed since. */
export const loadedAt = (row: string) => updatedAtOf(row).nullish()

/** The same of a deletion. */
export const loadedAtInQuery = (row: string) => z.object({ updatedAt: updatedAtOf(row).optional() })

/** What an idempotent endpoint reads of the headers. */
export const idempotencyHeaders = z.object({
  'Idempotency-Key': z
    .string()
    .regex(/^[!-~]{1,200}$/, 'Must be 1 to 200 visible ASCII characters')
    .optional()
    .describe('A key of your own for what is created: repeated with it, the request creates nothing twice'),
})

/** How old a sign-in may be for an endpoint that asks for a recent one. */
export const recentMinutes = 15

export const formType = 'application/x-www-form-urlencoded'

/** Every error, whatever its status. */
export const errorView = z
  .strictObject({
    message: z.string(),
    errors: z
      .array(z.strictObject({ path: z.string().describe("The field's name"), message: z.string() }))
      .optional(),
    signInAgain: z.literal(true).optional().describe('The sign-in is not recent enough for this'),
  })
  .meta({ id: 'Error' })

/** The row that a call has written, for a token that may not read it. */
export const writtenRow = z.strictObject({ id, updatedAt: instant }).meta({ id: 'WrittenRow' })

export const fault = (description: string) => json(description, errorView)

/** An idempotent endpoint was sent the same key with another body. */
export const otherBody = <S extends z.core.$ZodType>(row: S) =>
  json(
    'The `Idempotency-Key` was sent before, with another body; nothing is stored',
    errorView.extend({ current: row }),
  )

/** Where something is stored: 413 is declared with both of its reasons. */
export const noRoom = fault('The body is too large, or the quota of entries, goals or text is used up')
export const tooManyLists = {
  ...fault('Too many requests, long lists or searches of this user at once'),
  header: 'Retry-After',
}

/** How many rows a list is to have, in a query; in digits only, since Number() also reads 0x10 and 1e1. */
export const limitUpTo = (max: number) =>
  z.preprocess(
    (text) => (typeof text === 'number' || (typeof text === 'string' && /^\d+$/.test(text)) ? text : NaN),
    z.coerce
      .number('Limit must be a whole number')
      .int('Limit must be a whole number')
      .min(1, `Limit must be from 1 to ${max}`)
      .max(max, `Limit must be from 1 to ${max}`),
  )

/** A query in which `to` is not before `from`, where it has both. */
export const inOrder = <Query extends z.ZodType<{ from?: string; to?: string }>>(query: Query) =>
  query.refine(({ from, to }) => !from || !to || from <= to, {
    path: ['to'],
    error: 'Must not be before from',
  })

/** The days from `from` to `to`, both included, in a query. */
export const dayRange = (maxDays: number) =>
  inOrder(z.object({ from: day, to: day })).refine(({ from, to }) => daysBetween(from, to) < maxDays, {
    path: ['to'],
    error: `Must be within ${maxDays} days of from, both included`,
  })

/** The names in a path that begin with a colon; what follows a dot is no part of them. */
export type PathParameter<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParameter<`/${Rest}`>
  : Path extends `${string}:${infer Name}.${string}`
    ? Name
    : Path extends `${string}:${infer Name}`
      ? Name
      : never

/** An endpoint answers with one of these when all went well. */
export const successStatuses = [200, 201, 204] as const

export type Success<E extends Endpoint> = E['answers'][keyof E['answers'] & (typeof successStatuses)[number]]

/** What was created, as text of the declared type, and the path where it is. */
export type CreatedText = { text: string; location: string }

/** The JSON or text of that answer, or nothing; never where it is a redirect, which no declaration makes. */
export type AnswerOf<E extends Endpoint> =
  Success<E> extends { schema: infer S extends z.core.$ZodType }
    ? z.output<S>
    : Success<E> extends { type: string; header: 'Location' }
      ? CreatedText
      : Success<E> extends { header: string }
        ? never
        : Success<E> extends { type: string }
          ? string
          : void
