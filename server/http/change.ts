import type { Request } from 'express'
import type { ChangedBy } from '@shared/versions'

/** What a change of an entry or a goal is told: when it happens, and by what. */
export type Change = { now: Date; by: ChangedBy; importId?: string }

export function changeOf(req: Request, hasToken: boolean, now: Date): Change {
  if (hasToken) return { now, by: 'token' }
  return { now, by: req.get('x-lisa-by') === 'lisa' ? 'lisa' : 'form' }
}

/** Strictly increasing, so that two changes within a millisecond are different versions. */
export const nextUpdatedAt = (row: { updatedAt: Date }, { now }: Change): Date =>
  new Date(Math.max(now.getTime(), row.updatedAt.getTime() + 1))
