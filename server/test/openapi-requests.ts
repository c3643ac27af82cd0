import fc from 'fast-check'
import type { OpenApiDocument } from '../http/openapi/document'
import { hostileBytes, hostileValue, nearly, valid } from './openapi-arbitrary'

export type Described = OpenApiDocument['paths'][string][string]
export type Sent = { path: string; headers: Record<string, string>; body?: Buffer }
type Surroundings = {
  document: OpenApiDocument
  /** What leads to rows of the user in a path, and to rows of somebody else. */
  ids: string[]
  foreign: string[]
  /** Values of fields by their names. */
  known: Record<string, string>
  cookie: string
  bearer: string
  /** Others, of tokens that may do less. */
  narrow: string[]
  origin: string
}

/** Half a character cannot be written in a URL: it becomes U+FFFD. */
const inUrl = (value: unknown) =>
  encodeURIComponent(
    Buffer.from((typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 300)).toString(),
  )

/** Requests to one operation: good ones, almost good ones and attacks, through every door. */
export function requestsTo(
  path: string,
  operation: Described,
  { document, ids, foreign, known, cookie, bearer, narrow, origin }: Surroundings,
): fc.Arbitrary<Sent> {
  const parameters = operation.parameters || []
  const word = hostileValue.map((value) => inUrl(value) || '%20')
  const inPath = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...ids) },
    { weight: 1, arbitrary: fc.constantFrom(...foreign, '%ff', '..', '%2e%2e%2f', "1'or'1", ':id') },
    { weight: 1, arbitrary: word },
  )
  const filledIn = fc
    .array(inPath, { minLength: 2, maxLength: 2 })
    .map((values) => path.replace(/\{\w+\}/g, () => values.pop() ?? 'x'))

  const query = fc
    .tuple(
      ...parameters
        .filter((parameter) => parameter.in === 'query')
        .map(({ name, schema }) =>
          fc.oneof(
            { weight: 2, arbitrary: fc.constant('') },
            {
              weight: 3,
              arbitrary: (name in known ? fc.constant(known[name]) : valid(schema, document)).map(
                (it) => `${name}=${inUrl(it)}`,
              ),
            },
            { weight: 1, arbitrary: word.map((it) => `${name}=${it}&${name}=${it}`) },
            {
              weight: 1,
              arbitrary: fc.constantFrom('%ff=%', `${name}[]=1`, `${name}[a]=1`, '__proto__=1', '&&='),
            },
          ),
        ),
    )
    .map((parts) => parts.filter(Boolean).join('&'))

  const [type, content] = Object.entries(operation.requestBody ? operation.requestBody.content : {})[0] ?? []
  const good = content ? valid(content.schema, document, known) : fc.constant({})
  const encode = (value: unknown) =>
    Buffer.from(
      type === 'application/x-www-form-urlencoded'
        ? new URLSearchParams(
            Object.entries(Object(value)).map(([name, it]) => [
              name,
              typeof it === 'string' ? it : String(JSON.stringify(it)),
            ]),
          ).toString()
        : JSON.stringify(value),
    )
  const body = fc.oneof(
    { weight: 5, arbitrary: good.map(encode) },
    { weight: 4, arbitrary: nearly(good).map(encode) },
    { weight: 1, arbitrary: hostileBytes },
  )

  const headers = fc
    .record({
      address: fc.ipV4(),
      door: fc.oneof(
        {
          weight: 4,
          arbitrary: fc.constant({ cookie, authorization: bearer }),
        },
        ...narrow.map((authorization) => ({ weight: 1, arbitrary: fc.constant({ authorization }) })),
        {
          weight: 1,
          arbitrary: fc.constantFrom<Record<string, string>[]>(
            {},
            { cookie },
            { authorization: bearer },
            { cookie: 'lisa.sid=s%3Ax.y; ;=;%', authorization: 'Bearer x.y.z' },
            { cookie: cookie.slice(0, -3), authorization: `Basic ${'x'.repeat(2_000)}` },
          ),
        },
      ),
      origin: fc.oneof(
        { weight: 4, arbitrary: fc.constant({ origin }) },
        {
          weight: 1,
          arbitrary: fc.constantFrom<Record<string, string>[]>(
            {},
            { origin: 'null' },
            { origin: 'https://evil.test' },
          ),
        },
      ),
      type: fc.oneof(
        {
          weight: 8,
          arbitrary: fc.constant<Record<string, string>>({ 'content-type': type ?? 'application/json' }),
        },
        {
          weight: 1,
          arbitrary: fc.constantFrom<Record<string, string>[]>(
            {},
            { 'content-type': 'text/plain' },
            { 'content-type': 'multipart/form-data; boundary=x' },
            { 'content-type': 'application/json; charset=utf-16' },
            { 'content-type': 'application/json', 'content-encoding': 'gzip' },
            { 'content-type': 'application/json', 'content-encoding': 'x' },
          ),
        },
      ),
      own: fc.record(
        Object.fromEntries(
          parameters
            .filter((parameter) => parameter.in === 'header')
            .map(({ name }) => [name, fc.constantFrom('a', 'b', '', ' ', 'a, b', 'x'.repeat(201), '\xe9')]),
        ),
        { requiredKeys: [] },
      ),
    })
    .map(({ door, origin, type, address, own }) =>
      Object.assign({ 'x-forwarded-for': address }, door, origin, type, own),
    )

  return fc
    .record({ path: filledIn, query, headers, body })
    .map(({ path, query, headers, body }) => ({ path: query ? `${path}?${query}` : path, headers, body }))
}
