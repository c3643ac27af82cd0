import { createECDH } from 'node:crypto'
import { z } from 'zod'
import { isSupportedCountry } from 'libphonenumber-js/max'
import { isLoopback } from './loopback'
import type { Keys } from './secrets'

// The kinds of values that settings have. Messages follow the name of the variable.

export const secureUnlessLoopback = (text: string) => {
  const url = URL.parse(text)
  return !url || url.protocol !== 'http:' || isLoopback(url.hostname)
}

export const wholeNumber = (min: number, max: number) =>
  z.coerce
    .number(`must be a whole number from ${min} to ${max}`)
    .int(`must be a whole number from ${min} to ${max}`)
    .min(min, `must be a whole number from ${min} to ${max}`)
    .max(max, `must be a whole number from ${min} to ${max}`)

/** With fewer days, today's delivery or a text that is being answered could be deleted. */
export const daysKept = wholeNumber(0, 36_500).refine(
  (days) => days === 0 || days >= 7,
  'must be 0, which keeps everything, or at least 7',
)

export const yesOrNo = z
  .enum(['yes', 'no'], 'must be yes or no')
  .default('no')
  .transform((word) => word === 'yes')

export const oneLine = (max: number) =>
  z
    .string()
    .refine(
      (text) => Array.from(text).length <= max && !/[\p{C}\p{Zl}\p{Zp}]/u.test(text),
      `must be one line of at most ${max} characters`,
    )

const isAddress =
  (...protocols: string[]) =>
  (text: string) =>
    protocols.includes(URL.parse(text)?.protocol ?? '')

export const address = (what: string, ...protocols: string[]) =>
  z.string().refine(isAddress(...protocols), `must be ${what}`)

const severalHosts =
  /^\w+:\/\/([^/?#]*@)?[^@/?#,]*,[^@/?#]*([/?#]|$)|[?&](host=[^&]*(,|%2c)|target_session_attrs=)/i

/** The pg client takes a list of hosts for one host name, and ignores target_session_attrs. */
export const databaseUrl = z
  .string()
  .refine((text) => !severalHosts.test(text), {
    error:
      'must name one host and no target_session_attrs: put an address in front that always leads to the primary (docs/operations.md)',
    abort: true,
  })
  .refine(isAddress('postgres:', 'postgresql:'), 'must be a postgres:// address')

export const httpUrl = address('an http or https address', 'http:', 'https:').transform((text) =>
  text.replace(/(?<!\/)\/+$/, ''),
)

/** Beyond this machine nothing is sent before the connection is encrypted, whatever the mail server offers. */
export const smtpUrl = address('an smtp:// or smtps:// address', 'smtp:', 'smtps:').transform((text) => {
  const url = new URL(text)
  if (url.protocol === 'smtps:' || isLoopback(url.hostname)) return text
  url.searchParams.set('requireTLS', 'true')
  return url.href
})

/** User, password and mailbox are percent-encoded. */
export const imapUrl = z.string().refine((text) => {
  const url = URL.parse(text)
  if (!isAddress('imap:', 'imaps:')(text) || !url?.username || !url.password) return false
  try {
    return Boolean(decodeURIComponent(url.username + url.password + url.pathname))
  } catch {
    return false
  }
}, 'must be an imaps:// or imap:// address with user and password, both percent-encoded')

/** Of Web Push: so many bytes in base64url. */
export const vapidKey = (bytes: number) =>
  z
    .string()
    .regex(
      new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}$`),
      `must be ${bytes} bytes in base64url, as npx web-push generate-vapid-keys prints them`,
    )

/** Whether `privateKey` is that of `publicKey`, both in base64url as Web Push writes them (RFC 8292). */
export function isKeyPair(publicKey: string, privateKey: string): boolean {
  const pair = createECDH('prime256v1')
  try {
    pair.setPrivateKey(privateKey, 'base64url')
    return pair.getPublicKey('base64url') === publicKey
  } catch {
    // No number below the order of the curve.
    return false
  }
}

/** Before the @ there is room for a + and a token (reply-address.ts) within the 64 characters of RFC 5321. */
export const mailInAddress = z
  .string()
  .toLowerCase()
  .pipe(
    z
      .email({ error: 'must be an email address', abort: true })
      .regex(/^[^@+]{1,15}@/, 'must have at most 15 characters before the @, and no +'),
  )

/** Apple refuses a host without a dot. */
export const vapidSubject = z
  .string()
  .regex(
    /^(mailto:[^@\s]+@|https:\/\/)([\w-]+\.)+[\w-]+([/:?].*)?$/,
    'must be a mailto: or https: address of a domain',
  )

export const partsOf = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

export const names = z.string().transform(partsOf)
export const words = z.string().transform((text) => text.split(/\s+/))

/** Parts separated by commas; those that do not fit are named. */
const listOf = (part: z.ZodType, what: string) => {
  const fits = (text: string) => part.safeParse(text).success
  return z
    .string()
    .transform(partsOf)
    .refine((parts) => parts.length > 0 && parts.every(fits), {
      error: ({ input }) => {
        const wrong = (input as string[]).filter((text) => !fits(text))
        return [`must be ${what}`, ...(wrong.length ? [wrong.join(', ')] : [])].join(', not ')
      },
    })
}

export const countries = z
  .string()
  .toUpperCase()
  .pipe(listOf(z.string().refine(isSupportedCountry), 'a list of ISO 3166 codes of countries, such as GB,IE'))

/** In lower case, as in a parsed address. */
export const hosts = z
  .string()
  .toLowerCase()
  .pipe(
    listOf(
      z.union([z.hostname(), z.ipv4(), z.ipv6()]),
      'a list of host names without a port, such as ollama,192.168.1.5',
    ),
  )

/** In lower case, as in a parsed address. */
export const clientHosts = z
  .string()
  .toLowerCase()
  .pipe(
    listOf(z.string().regex(/^[a-z\d.-]+(:\d+)?$/), 'a list of host names, such as claude.ai,chatgpt.com'),
  )

export const secrets = z
  .string()
  .transform(partsOf)
  .refine((parts) => parts.length > 0 && parts.every((part) => part.length >= 32), {
    error: ({ input }) =>
      (input as string[]).length > 1
        ? 'must be secrets of at least 32 characters each, separated by commas'
        : 'must be at least 32 characters long',
  })
  .transform((parts) => parts as Keys)

const addressOrRange = z
  .union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])
  // Express refuses a range of everything.
  .refine((text) => !text.endsWith('/0'))

export const proxies = z
  .string()
  .transform((text) => (/^\d{1,2}$/.test(text) ? Number(text) : text))
  .pipe(
    z.union([
      z.number(),
      listOf(addressOrRange, 'how many there are (0 to 99) or their addresses and ranges'),
    ]),
  )

export const people = z
  .string()
  .toLowerCase()
  .pipe(
    z.union([
      z.enum(['everyone', 'closed']),
      listOf(
        z.union([z.email(), z.hostname().includes('.')]),
        'everyone, closed or a list of emails and domains',
      ),
    ]),
  )
