import type { Request } from 'express'
import type { ChangedBy } from '@shared/versions'
import { hashOf } from '../secrets'

/** What a change of an entry or a goal is told: when it happens, by what, and with which token or in which session. */
export type Change = { now: Date; by: ChangedBy; token?: string; session?: string; importId?: string }

/** What a token is to the changes that it makes. The tokens of the API password have no `id`, and count as one. */
type Token = { id?: string }

export const tokenOf = ({ id = 'password' }: Token) => id

export function changeOf(req: Request, { access, sid }: { access?: Token; sid?: string }, now: Date): Change {
  if (access) return { now, by: 'token', token: tokenOf(access) }
  return { now, by: req.get('x-lisa-by') === 'lisa' ? 'lisa' : 'form', session: sid && hashOf(sid) }
}

/** Strictly increasing, so that two changes within a millisecond are different versions. */
export const nextUpdatedAt = (row: { updatedAt: Date }, { now }: Change): Date =>
  new Date(Math.max(now.getTime(), row.updatedAt.getTime() + 1))

const unchanged = new WeakSet<object>()

/** Of a row that had all that was wanted already: what is told of changes leaves it out. */
export function asItWas<Row extends object>(row: Row): Row {
  unchanged.add(row)
  return row
}

export const isAsItWas = (answer: unknown) => unchanged.has(Object(answer))
