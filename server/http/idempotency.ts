import { createHash, randomUUID } from 'node:crypto'
import type { Request } from 'express'
import { idempotencyHeaders } from '@shared/endpoint'
import { asItWas } from './change'
import { AppError, FieldError } from './errors'
import { parseInput } from './parse-input'

/** What a row is created with beside its fields: each repeat with the same key has the same id, else it is random. */
export type NewRow = { id: string; requestHash: string | null }

export function newRowFor(userId: string, req: Request, body: unknown): NewRow {
  const headers = { 'Idempotency-Key': req.get('Idempotency-Key') }
  const { 'Idempotency-Key': key } = parseInput(idempotencyHeaders, headers)
  if (key === undefined) return { id: randomUUID(), requestHash: null }
  const id = idOfRow(userId, key)
  return { id, requestHash: hashOf(id, body) }
}

/** `row` was created by an earlier request with the same key; 422 if that had another body. */
export function answerToRepeat<Row extends NewRow>(
  { requestHash: first, ...row }: Row,
  { requestHash }: NewRow,
): Omit<Row, 'requestHash'> {
  if (first === null || requestHash === null || first === requestHash) return asItWas(row)
  throw new AppError(
    422,
    'This was created before, with other words. Something new needs a new Idempotency-Key.',
    {
      current: row,
    },
  )
}

/**
 * The row that `create` makes, or else the one of an earlier request with the same key: also where this one is refused,
 * since what it names may have been deleted in the meantime. undefined if there is neither.
 */
export async function createdOnce<Row>(
  create: () => Promise<Row | undefined>,
  repeated: () => Promise<Row | undefined>,
): Promise<Row | undefined> {
  try {
    const created = await create()
    if (created) return created
  } catch (error) {
    const existing = error instanceof FieldError && (await repeated())
    if (existing) return existing
    throw error
  }
  return repeated()
}

/**
 * Of a parsed body, without what it leaves empty and in one order: a page that does not know a field yet repeats its request
 * after an upgrade. The id keeps equal words of two rows from having one hash.
 */
function hashOf(id: string, body: unknown): string {
  const given = Object.entries(Object(body)).filter(
    ([, value]) => value !== undefined && value !== null && String(value) !== '',
  )
  const fields = given.sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([id, fields]))
    .digest('base64url')
}

/** The id of what a user creates with `key`. A UUID of version 8 (RFC 9562): a hash with the bits of the version and the variant set. */
export function idOfRow(userId: string, key: string): string {
  const hash = createHash('sha256').update(`${userId} ${key}`).digest('hex')
  const variant = ((parseInt(hash.charAt(16), 16) & 0x3) | 0x8).toString(16)
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    variant + hash.slice(17, 20),
    hash.slice(20, 32),
  ].join('-')
}
