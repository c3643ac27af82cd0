import type pg from 'pg'
import { isDatabaseAway } from './outage'

/** Why the database cannot be used, in a sentence for the operator, and whether it may become usable by itself. */
export type DatabaseFault = { sentence: string; mayPass: boolean }

type Target = Pick<pg.Client, 'host' | 'port' | 'user' | 'database'>
type Told = { server: string; user: string; database: string; message: string }

/** Faults that do not go away by themselves, matched by the error's code and message. */
const lasting: [RegExp, (told: Told) => string][] = [
  [
    /^3D000/,
    ({ server, database }) => `${server} has no database ${database}: create it, or correct DATABASE_URL.`,
  ],
  [
    /^28P01|client password must be/,
    ({ server, user }) =>
      `${server} refuses the password of ${user}: correct DATABASE_URL, in which all but letters and digits is percent-encoded.`,
  ],
  [
    /^28000 .*(no encryption|SSL off)/,
    ({ server, user, database }) =>
      `${server} does not let ${user} into ${database} without TLS: add sslmode=verify-full to DATABASE_URL, or allow it in pg_hba.conf there.`,
  ],
  [
    /^(28000|42501)/,
    ({ server, user, database, message }) =>
      `${server} does not let ${user} into ${database} (${message}): correct DATABASE_URL, or allow it there.`,
  ],
  [
    /does not support SSL/,
    ({ server }) =>
      `${server} offers no TLS, which DATABASE_URL asks for: turn it on there, or use sslmode=disable where nobody can listen on the way.`,
  ],
  [
    /CERT|SIGNATURE/,
    ({ server, message }) =>
      `The certificate of ${server} is not trusted (${message}): name the file of its authority with sslrootcert in DATABASE_URL.`,
  ],
]

const passing: [RegExp, (told: Told) => string][] = [
  [/^53300/, ({ server, message }) => `${server} takes no more connections (${message}).`],
  [/^25006/, ({ server }) => `${server} is read-only: it is a standby, and no primary answers there.`],
  [/^57P/, ({ server, message }) => `${server} is not ready (${message}).`],
  [/timeout expired/, ({ server }) => `${server} does not answer.`],
  [/terminated unexpectedly/, ({ server }) => `${server} closes the connection at once.`],
  [/./, ({ server, message }) => `${server} cannot be reached (${message}).`],
]

export function databaseFault(error: unknown, target: Target): DatabaseFault {
  const { code = '', message } = error as { code?: string; message: string }
  const told: Told = {
    server: `PostgreSQL at ${target.host}:${target.port}`,
    user: `"${target.user}"`,
    database: `"${target.database}"`,
    message: message || code,
  }
  const sentenceOf = (faults: typeof lasting) =>
    faults.find(([pattern]) => pattern.test(`${code} ${message}`))?.[1](told)
  if (isDatabaseAway(error)) return { sentence: sentenceOf(passing) ?? message, mayPass: true }
  const sentence = sentenceOf(lasting) ?? `${told.server} cannot be used: ${told.message}.`
  return { sentence, mayPass: false }
}
