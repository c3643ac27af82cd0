import PostalMime, { addressParser } from 'postal-mime'
import { htmlAsText } from '../../html/html-text'

/** More than mail servers let through. */
export const longestHead = 64 * 1024

/** What the head of a mail says; enough to decide whether the rest is read. */
export type MailHead = {
  /** Of the headers with this name in lower case, each on one line. */
  valuesOf(name: string): string[]
}

/** Undefined where `beginning` has no end of a head in it. */
export async function readHead(beginning: Buffer): Promise<MailHead | undefined> {
  const end = /\r?\n\r?\n/.exec(beginning.toString('latin1', 0, longestHead))
  if (!end) return undefined
  const head = beginning.subarray(0, end.index)
  const { headers } = await PostalMime.parse(head, { maxHeadersSize: longestHead })
  return { valuesOf: (name) => headers.flatMap(({ key, value }) => (key === name ? value : [])) }
}

/** What a list of addresses takes to be parsed grows faster than the list. */
const longestAddresses = 8_000

/** Every address in these headers. */
export const addressesIn = ({ valuesOf }: MailHead, ...names: string[]): string[] =>
  names
    .flatMap(valuesOf)
    .filter((value) => value.length <= longestAddresses)
    .flatMap((value) => addressParser(value, { flatten: true }))
    .flatMap(({ address }) => address || [])

/** The address in `Lisa <lisa@example.org>`; undefined if there is none, more than one, or a group. */
export function addressIn(text: string): string | undefined {
  // An encoded word belongs to a name, but the parser would look for addresses in it.
  const withoutEncodedWords = text.replace(/=\?[^?\s]+\?[bq]\?[^?]*\?=/gi, '')
  if (withoutEncodedWords.includes('=?')) return undefined
  const [given, ...others] = addressParser(withoutEncodedWords)
  return others.length ? undefined : given?.address || undefined
}

/** Who the mail says it is from; undefined unless it says so once. */
export function senderOf({ valuesOf }: MailHead): string | undefined {
  const [from = '', ...others] = valuesOf('from')
  return others.length || from.length > longestAddresses ? undefined : addressIn(from)
}

/** Whether a program has sent it: an auto-reply, a mailing list, a bounce or a report. */
export function isAutomatic({ valuesOf }: MailHead): boolean {
  const has = (name: string, pattern = /^/) => valuesOf(name).some((value) => pattern.test(value.trim()))
  return (
    has('auto-submitted', /^(?!no\b)/i) ||
    has('precedence', /^(?:bulk|junk|list)\b/i) ||
    has('x-autoreply') ||
    has('x-auto-response-suppress', /^all\b/i) ||
    has('list-id') ||
    has('return-path', /^<\s*>/) ||
    has('content-type', /^multipart\/report\b/i)
  )
}

/** The words of the message, as its sender's program wrote them; undefined if it cannot be read. */
export async function readText(raw: Buffer): Promise<string | undefined> {
  if (hasTooManyLines(raw)) return undefined
  try {
    const { text, html } = await PostalMime.parse(raw, mimeLimits)
    return inWindows1252(text?.trim() ? text : htmlAsText(html ?? ''))
  } catch {
    return undefined
  }
}

/** Twice as many as 1 MB in base64 has. The time to parse grows with the lines, and parsing blocks everything else. */
const mostLines = 30_000

function hasTooManyLines(raw: Buffer): boolean {
  let lines = 0
  for (let at = raw.indexOf('\n'); at >= 0; at = raw.indexOf('\n', at + 1))
    if (++lines > mostLines) return true
  return false
}

/** A mail that is attached is not the sender's words. */
const mimeLimits = { maxNestingDepth: 20, maxHeadersSize: 512 * 1024, forceRfc822Attachments: true }

const from80To9f = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** Node 20 decodes windows-1252 as ISO 8859-1, and so quotation marks and dashes as control characters, which nobody writes. */
const inWindows1252 = (text: string) =>
  text.replace(/[\u0080-\u009f]/g, (character) => from80To9f[character.charCodeAt(0) - 0x80] ?? '')
