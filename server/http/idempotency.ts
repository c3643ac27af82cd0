import { createHash, randomUUID } from 'node:crypto'
import type { Request } from 'express'
import { idempotencyHeaders } from '@shared/endpoint'
import { parseInput } from './parse-input'

/** The id of the row that `req` creates: each repeat with the same key gets the same one, else it is random. */
export function newIdFor(userId: string, req: Request): string {
  const headers = { 'Idempotency-Key': req.get('Idempotency-Key') }
  const { 'Idempotency-Key': key } = parseInput(idempotencyHeaders, headers)
  return key === undefined ? randomUUID() : idFrom(userId, key)
}

/** A UUID of version 8 (RFC 9562): a hash with the bits of the version and the variant set. */
function idFrom(userId: string, key: string): string {
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
