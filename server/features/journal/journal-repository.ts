import { and, desc, eq, lt, type Placeholder, sql } from 'drizzle-orm'
import { journalEntryInput, type JournalEntryInput } from '@shared/journal-input'
import type { EntryFilter } from '@shared/journal'
import { journalEntries as entries } from '@shared/schema'
import { batchLimit, firstBatch } from '../../db/batches'
import { builtOnce, type Db, violates } from '../../db/db'
import { ConflictError, one } from '../../http/errors'

const inputPlaceholders = Object.fromEntries(
  Object.keys(journalEntryInput.shape).map((name) => [name, sql.placeholder(name)]),
) as Record<keyof JournalEntryInput, Placeholder>

const prepared = builtOnce((db) => {
  const userId = sql.placeholder('userId')
  const mine = eq(entries.userId, userId)
  const newestFirst = desc(entries.entryDate)
  const earlier = and(mine, lt(entries.entryDate, sql.placeholder('before')))
  return {
    byDate: db
      .select()
      .from(entries)
      .where(and(mine, eq(entries.entryDate, sql.placeholder('date'))))
      .prepare('entry_by_date'),
    batch: db
      .select()
      .from(entries)
      .where(earlier)
      .orderBy(newestFirst)
      .limit(batchLimit(entries, earlier, newestFirst))
      .prepare('entries_batch'),
    create: db
      .insert(entries)
      .values({ ...inputPlaceholders, userId })
      .onConflictDoNothing({ target: [entries.userId, entries.entryDate] })
      .returning()
      .prepare('create_entry'),
  }
})

export function journalOf(db: Db, userId: string) {
  const mine = eq(entries.userId, userId)
  const mineById = (id: string) => and(mine, eq(entries.id, id))

  const get = async (id: string) => one(await db.select().from(entries).where(mineById(id)), 'Journal entry')
  const getByDate = async (date: string) =>
    one(await prepared(db).byDate.execute({ userId, date }), 'Journal entry')
  const dateTaken = async (date: string) =>
    new ConflictError('An entry for this date already exists', { id: (await getByDate(date)).id })

  return {
    get,
    getByDate,
    /** Newest entry date first; all entries unless `limit` is given. */
    list: ({ limit: most, before = 'infinity' }: EntryFilter = {}) =>
      firstBatch<typeof entries.$inferSelect>(
        (limit, last) => prepared(db).batch.execute({ userId, limit, before: last?.entryDate ?? before }),
        most,
      ),
    create: async (input: JournalEntryInput) => {
      const [created] = await prepared(db).create.execute({ ...input, userId })
      if (!created) throw await dateTaken(input.entryDate)
      return created
    },
    /** Replaces the whole entry; with `loadedAt` only if it has not changed since then (optimistic locking). */
    update: async (id: string, input: JournalEntryInput, now: Date, loadedAt?: Date) => {
      // Strictly increasing, so that two changes within a millisecond are not taken for the same version.
      const updatedAt = sql`greatest(${now.toISOString()}::timestamptz, ${entries.updatedAt} + interval '1 millisecond')`
      const unchanged = loadedAt && eq(entries.updatedAt, loadedAt)
      try {
        const [updated] = await db
          .update(entries)
          .set({ ...input, updatedAt })
          .where(and(mineById(id), unchanged))
          .returning()
        if (updated) return updated
      } catch (error) {
        throw violates(error, 'journal_entries_one_per_day') ? await dateTaken(input.entryDate) : error
      }
      throw new ConflictError('This entry was changed elsewhere', { current: await get(id) })
    },
    remove: async (id: string) => {
      one(await db.delete(entries).where(mineById(id)).returning({ id: entries.id }), 'Journal entry')
    },
  }
}
