import { addDays, daysBetween } from '@shared/dates'
import { matchesAny, type Secrets, signaturesOf } from '../../secrets'

/** Words above it go into the entry. Begins both parts of a mail that may be answered. */
export const markerLine = "-- Write above this line, and your words go into today's entry --"

/** Whose reminder is answered, and of which local date. */
export type Reminded = { userId: string; date: string }

const epoch = '1970-01-01'
/** Lengths in bytes. Together they make a whole number of base32 digits. */
const dateLength = 2
const signatureLength = 12
const idLength = 16
const digits = 48
const bytesPerDigit = 5 / 8

/** The address with a token for this reminder before its @. */
export function replyAddress(secrets: Secrets, address: string, reminded: Reminded): string {
  const [signed = Buffer.alloc(0)] = tokensOf(secrets, reminded)
  return address.replace('@', `+${inBase32(signed)}@`)
}

/**
 * The reminder for which {@link replyAddress} has made `given` with one of the keys; undefined if it has not. The case
 * of letters does not matter, since mail servers change it.
 */
export function remindedBy(secrets: Secrets, address: string, given: string): Reminded | undefined {
  const [name = '', host = ''] = address.split('@')
  const text = given.toLowerCase()
  const token = text.slice(name.length + 1, -host.length - 1)
  if (text !== `${name}+${token}@${host}` || !isBase32(token)) return undefined
  const bytes = fromBase32(token)
  const id = bytes.toString('hex', 0, idLength)
  const userId = id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  const reminded = { userId, date: addDays(epoch, bytes.readUInt16BE(idLength)) }
  const accepted = tokensOf(secrets, reminded).map((each) => each.toString('hex'))
  return matchesAny(accepted, bytes.toString('hex')) ? reminded : undefined
}

/** One for each key, the newest first. */
function tokensOf(secrets: Secrets, { userId, date }: Reminded): Buffer[] {
  const id = Buffer.from(userId.replaceAll('-', ''), 'hex')
  const day = Buffer.alloc(dateLength)
  day.writeUInt16BE(daysBetween(epoch, date))
  return signaturesOf(secrets, 'reply addresses', `${userId} ${date}`).map((signature) =>
    Buffer.concat([id, day, Buffer.from(signature, 'base64url').subarray(0, signatureLength)]),
  )
}

const isBase32 = (text: string) => text.length === digits && /^[\da-v]+$/.test(text)

/** With the digits of RFC 4648's base32hex in lower case. */
const inBase32 = (bytes: Buffer) =>
  BigInt(`0x${bytes.toString('hex')}`)
    .toString(32)
    .padStart(digits, '0')

function fromBase32(text: string): Buffer {
  const number = [...text].reduce((sum, digit) => sum * 32n + BigInt(Number.parseInt(digit, 32)), 0n)
  return Buffer.from(number.toString(16).padStart(2 * digits * bytesPerDigit, '0'), 'hex')
}
