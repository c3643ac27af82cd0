import { goalDays, goals, journalEntries, users } from '@shared/schema'
import type { Db } from '../db/db'
import { one } from '../http/errors'

// Across all test files, though every worker counts for itself.
const run = crypto.randomUUID().slice(0, 8)
let count = 0

export const newPhoneNumber = () => `+1555${1_000_000 + ++count}`

export async function createUser(db: Db, overrides: Partial<typeof users.$inferInsert> = {}) {
  const name = `user-${run}-${++count}`
  const values = {
    oidcIssuer: 'https://provider.test',
    oidcSubject: name,
    email: `${name}@example.com`,
    firstName: 'Ana',
    lastName: 'Lima',
    // Not new, whatever time a test gives the app.
    createdAt: new Date('2020-01-01'),
    ...overrides,
  }
  return one(await db.insert(users).values(values).returning(), 'User')
}

export async function createGoal(db: Db, userId: string, overrides: Partial<typeof goals.$inferInsert> = {}) {
  const values = { title: `Goal ${++count}`, timeline: 'monthly', ...overrides, userId } as const
  return one(await db.insert(goals).values(values).returning(), 'Goal')
}

/** Each on a day of its own, from 2020 on, unless told otherwise; linked with `goalIds`. */
export async function createEntry(
  db: Db,
  userId: string,
  overrides: Partial<typeof journalEntries.$inferInsert> = {},
  goalIds: string[] = [],
) {
  const entryDate = new Date(Date.UTC(2020, 0, ++count)).toISOString().slice(0, 10)
  const entry = one(
    await db
      .insert(journalEntries)
      .values({ entryDate, ...overrides, userId })
      .returning(),
    'Entry',
  )
  for (const goalId of goalIds) await db.insert(goalDays).values({ entryId: entry.id, goalId, userId })
  return entry
}
