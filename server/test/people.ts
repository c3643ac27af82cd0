import type { Express } from 'express'
import type { users } from '@shared/schema'
import type { Db } from '../db/db'
import { createUser } from './factories'
import { signIn } from './test-app'

export type User = typeof users.$inferSelect
export type Client = Awaited<ReturnType<typeof signIn>>

/** An id that no row has. */
export const unknownId = '0b0f6a52-6a0e-4b9c-9a53-0f6d0f6d0f6d'

export async function signInAnaAndBen(app: Express, db: Db) {
  const [ana, ben] = await Promise.all([createUser(db), createUser(db, { firstName: 'Ben' })])
  const [asAna, asBen] = await Promise.all([signIn(app, ana), signIn(app, ben)])
  return { ana, ben, asAna, asBen }
}
