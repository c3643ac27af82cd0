import { readFileSync, statSync } from 'node:fs'

/** The settings that hold a secret: each of them may be in a file instead, which `NAME_FILE` names. */
export const secretNames = [
  'DATABASE_URL',
  'SESSION_SECRET',
  'JWT_SECRET',
  'OIDC_CLIENT_SECRET',
  'SMTP_URL',
  'MAIL_IN_IMAP_URL',
  'MAIL_IN_SECRET',
  'TWILIO_AUTH_TOKEN',
  'VAPID_PRIVATE_KEY',
  'OPENAI_API_KEY',
  'REALTIME_API_KEY',
  'TEXT_API_KEY',
] as const

type Source = Record<string, string | undefined>

const longest = 64 * 1024

/** The name of the file that a secret is in; no other setting can be in one. */
export const fileOf = (source: Source, name: string): string | undefined =>
  secretNames.some((secret) => secret === name) ? source[`${name}_FILE`]?.trim() : undefined

/** `source` with the content of the files in the place of their names, and what is wrong with those that cannot be used. */
export function withSecretFiles(source: Source): { source: Source; faults: string[] } {
  const read: Source = {}
  const faults: string[] = []
  for (const name of secretNames) {
    const file = fileOf(source, name)
    if (!file) continue
    if (source[name]?.trim()) faults.push(`${name}_FILE and ${name} are both set: remove one of them`)
    else
      try {
        read[name] = secretIn(file)
      } catch (error) {
        // Without the name, which may be the secret itself by mistake.
        const { code } = error as NodeJS.ErrnoException
        faults.push(`${name}_FILE must name a file that holds one line of text${code ? ` (${code})` : ''}`)
      }
  }
  return { source: { ...source, ...read }, faults }
}

function secretIn(file: string): string {
  const stat = statSync(file)
  // Reading a pipe could wait for ever.
  if (!stat.isFile() || stat.size > longest) throw new Error('Not a file of a secret')
  const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file)).trim()
  if (!/^[^\p{Cc}\u2028\u2029]+$/u.test(text)) throw new Error('Not one line')
  return text
}
