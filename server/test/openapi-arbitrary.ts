import fc from 'fast-check'
import type { JsonSchema, OpenApiDocument } from '../http/openapi/document'

/** Values that `schema` allows; fields that are `known` get those values as a rule. */
export function valid(
  schema: JsonSchema,
  document: OpenApiDocument,
  known: Record<string, string> = {},
): fc.Arbitrary<unknown> {
  const { $ref, oneOf, anyOf = oneOf, type, format, pattern, items } = schema
  const one = (inner: unknown) => valid(inner as JsonSchema, document, known)
  if (typeof $ref === 'string') return one(document.components.schemas[$ref.split('/').at(-1) ?? ''])
  if (Array.isArray(anyOf)) return fc.oneof(...anyOf.map(one))
  if (Array.isArray(type)) return fc.oneof(...type.map((each) => one({ ...schema, type: each })))
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]))
  if ('const' in schema) return fc.constant(schema.const)
  if (format === 'uuid') return fc.uuid()
  if (format === 'date') return someDate.map((date) => date.toISOString().slice(0, 10))
  if (format === 'date-time') return someDate.map((date) => date.toISOString())
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern))
  if (type === 'string') return text(Number(schema.minLength ?? 0), Number(schema.maxLength ?? 2_000))
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (type === 'array') return fc.array(one(items), { maxLength: 4 })
  if (type === 'integer' || type === 'number')
    return fc.integer({ min: Number(schema.minimum ?? -1e9), max: Number(schema.maximum ?? 1e9) })
  if (type !== 'object') return fc.jsonValue({ maxDepth: 2 })
  const fields = Object.entries(schema.properties ?? {}).map(([name, inner]) => [
    name,
    name in known
      ? fc.oneof({ weight: 4, arbitrary: fc.constant(known[name]) }, { weight: 1, arbitrary: one(inner) })
      : one(inner),
  ])
  return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys: schema.required ?? [],
  })
}

const someDate = fc.date({
  min: new Date('1900-01-01'),
  max: new Date('2200-01-01'),
  noInvalidDate: true,
})

const text = (minLength: number, maxLength: number) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 40) }) },
    { weight: 1, arbitrary: fc.constantFrom('x'.repeat(maxLength), '💛'.repeat(maxLength / 2), hostileText) },
  )

const hostileText = `'; drop table users; -- <script>alert(1)</script> \${7*7} {{7*7}} ../../etc/passwd %00 \r\nSet-Cookie: a=b`

/** What no field expects. */
export const hostileValue = fc.oneof(
  fc.constantFrom<unknown[]>(
    null,
    '',
    ' ',
    hostileText,
    'x'.repeat(60_000),
    '\u0000',
    '\ud800',
    '\ufeff\u202e',
    -1,
    0.5,
    1e300,
    true,
    [],
    [[]],
    {},
    { $ne: null },
    { toString: 1 },
    { length: 9 },
    '2026-02-30',
    '9999-12-31',
    '0000-00-00',
    '-000001-01-01',
    '+275760-09-13T00:00:00Z',
    '9999-12-31T23:59:59.999999999+14:00',
    'Infinity',
    '00000000-0000-0000-0000-000000000000',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.jsonValue({ maxDepth: 3 }),
)

const hostileKey = fc.constantFrom('__proto__', 'constructor', 'id', 'userId', 'updatedAt', 'password', 'x')

/** A valid object with a field or two that are missing, wrong or too many. */
export const nearly = (object: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(
      object,
      fc.array(fc.tuple(fc.nat(), hostileValue), { minLength: 1, maxLength: 2 }),
      hostileKey,
      fc.nat(2),
    )
    .map(([value, faults, key, kind]) => {
      if (typeof value !== 'object' || value === null || kind === 0)
        return Object.assign({}, value, { [key]: faults[0]?.[1] })
      const entries = Object.entries(value)
      for (const [at, wrong] of faults) {
        const entry = entries[at % Math.max(entries.length, 1)]
        if (entry) entry[1] = wrong
      }
      return Object.fromEntries(kind === 1 ? entries : entries.slice(1))
    })

/** Bodies that are no JSON object, as bytes. */
export const hostileBytes = fc.oneof(
  fc
    .constantFrom(
      '',
      '{',
      '[]',
      'null',
      '"x"',
      '7',
      '{"a":1}}',
      '{"__proto__":{"x":1}}',
      'a=b',
      '<a/>',
      '\ufeff{}',
    )
    .map((body) => Buffer.from(body)),
  fc.constantFrom(
    Buffer.from('['.repeat(20_000) + ']'.repeat(20_000)),
    Buffer.from('{"a":'.repeat(9_000) + '1' + '}'.repeat(9_000)),
    Buffer.from('{"title":"\xff"}', 'latin1'),
    Buffer.alloc(4 * 1024 * 1024 + 1, ' '),
  ),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
)
