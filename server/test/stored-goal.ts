import { eq } from 'drizzle-orm'
import { goals } from '@shared/schema'
import type { Db } from '../db/db'

export const storedGoal = (db: Db, id: string) => db.select().from(goals).where(eq(goals.id, id))
