import { randomUUID } from 'node:crypto'
import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  lt,
  lte,
  type Placeholder,
  sql,
  type SQL,
} from 'drizzle-orm'
import {
  defaultMood,
  entryRecord,
  type EntryPage,
  fillingIn,
  type JournalEntryInput,
  type JournalMonthView,
  type JournalTextField,
} from '@shared/journal'
import { journalEntries as entries } from '@shared/schema'
import { batchLimit, firstBatch } from '../../db/batches'
import { builtOnce, type Db, isOrphaned, violates } from '../../db/db'
import { asItWas, type Change, nextUpdatedAt } from '../../http/change'
import { ConflictError, NotFoundError, one } from '../../http/errors'
import { answerToRepeat, createdOnce, type NewRow } from '../../http/idempotency'
import { refuseLonger } from '../../http/parse-input'
import { goalDaysOf, goalIdsOfEntry } from '../goals/goal-days-repository'
import { type Confirm, type RowAsJson, type RowVersion, versionsOf } from '../versions/versions-repository'

/**
 * Any mood but the default one was chosen, also in rows from before the column and of processes that do not know it, which
 * run beside this one during an upgrade.
 */
export const moodIsChosen = sql<boolean>`(${entries.moodChosen} or ${entries.mood} <> ${sql.raw(`'${defaultMood}'`)})`

const { requestHash, ...columns } = getTableColumns(entries)
/** What its owner sees of an entry. */
export const entryColumns = { ...columns, moodChosen: moodIsChosen, goalIds: goalIdsOfEntry }
export type Entry = Omit<typeof entries.$inferSelect, 'requestHash'> & { goalIds: string[] }

/** An entry as it was; a field that was added later has its default. */
export const entryOfVersion = (row: RowAsJson): Entry => ({
  ...entryRecord.stored(entryRecord.values(entryRecord.read(row))),
  id: row.id,
  userId: row.userId,
  createdAt: new Date(row.createdAt),
  updatedAt: new Date(row.updatedAt),
})

/** What `trim` removes in JavaScript. */
const spaces = sql.raw(
  `E' \\t\\n\\u000b\\f\\r\\u00a0\\u1680\\u2000\\u2001\\u2002\\u2003\\u2004\\u2005\\u2006\\u2007\\u2008\\u2009\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff'`,
)

/**
 * The first 400 characters of the first text in `order` that has words; null if none has. A text may be long: only its
 * beginning is read, unless that is a space.
 */
export const firstWordsOf = (order: readonly JournalTextField[]) => {
  const wordsIn = (field: JournalTextField) => {
    const text = entries[field]
    return sql`nullif(left(case when ltrim(left(${text}, 1), ${spaces}) = ''
      then ltrim(${text}, ${spaces}) else left(${text}, 400) end, 400), '')`
  }
  return sql<string | null>`coalesce(${sql.join(order.map(wordsIn), sql`, `)})`
}

/** Of prepared statements: the days from `from` to `to`, both included. */
export const fromTo = and(
  gte(entries.entryDate, sql.placeholder('from')),
  lte(entries.entryDate, sql.placeholder('to')),
)

const inputPlaceholders = Object.fromEntries(
  entryRecord.columns.map((name) => [name, sql.placeholder(name)]),
) as { [Name in (typeof entryRecord.columns)[number]]: Placeholder }

const prepared = builtOnce((db) => {
  const userId = sql.placeholder('userId')
  const mine = eq(entries.userId, userId)
  const newestFirst = desc(entries.entryDate)
  const batch = (name: string, condition?: SQL) => {
    const where = and(mine, lt(entries.entryDate, sql.placeholder('before')), condition)
    return db
      .select(entryColumns)
      .from(entries)
      .where(where)
      .orderBy(newestFirst)
      .limit(batchLimit(entries, where, newestFirst))
      .prepare(name)
  }
  const oldestFirst = asc(entries.entryDate)
  const later = and(mine, gt(entries.entryDate, sql.placeholder('after')))
  const date = sql`${sql.placeholder('date')}::date`
  // As many look-ups as there are years since the first entry, however many entries there are.
  const sameDay = sql`${entries.entryDate} = any (array(
    select same_day::date
    from generate_series(0, extract(year from ${date})::int
        - (select extract(year from min(${entries.entryDate}))::int from ${entries} where ${mine})) as years,
      lateral (select ${date} - make_interval(years => years)) as of_year (same_day)
    where extract(day from same_day) = extract(day from ${date})))`
  return {
    byDate: db
      .select(entryColumns)
      .from(entries)
      .where(and(mine, eq(entries.entryDate, sql.placeholder('date'))))
      .prepare('entry_by_date'),
    list: batch('entries_batch', fromTo),
    ofDays: batch('entries_of_days', sql`${entries.entryDate} = any (${sql.placeholder('days')}::date[])`),
    sameDay: batch('entries_of_same_day', sameDay),
    oldestFirst: db
      .select(entryColumns)
      .from(entries)
      .where(later)
      .orderBy(oldestFirst)
      .limit(batchLimit(entries, later, oldestFirst))
      .prepare('entries_oldest_first'),
    create: db
      .insert(entries)
      .values({
        ...inputPlaceholders,
        id: sql.placeholder('id'),
        requestHash: sql.placeholder('requestHash'),
        userId,
      })
      .onConflictDoNothing()
      .returning(entryColumns)
      .prepare('create_entry'),
  }
})

const isDateTaken = (error: unknown) => error instanceof ConflictError && 'id' in error.body

export function journalOf(db: Db, userId: string) {
  const mine = eq(entries.userId, userId)
  const mineById = (id: string) => and(mine, eq(entries.id, id))

  const get = async (id: string, tx = db) =>
    one(await tx.select(entryColumns).from(entries).where(mineById(id)), 'Journal entry')
  const getByDate = async (date: string) =>
    one(await prepared(db).byDate.execute({ userId, date }), 'Journal entry')
  const dateTaken = async (date: string) =>
    new ConflictError('An entry for this date already exists', { id: (await getByDate(date)).id })

  /** Until the end of the transaction. */
  const lockRow = (tx: Db, id: string) =>
    tx.select({ id: entries.id }).from(entries).where(mineById(id)).for('update')
  /** Read in the same statement, its goals could be older. */
  const lock = async (tx: Db, id: string) => {
    await lockRow(tx, id)
    return get(id, tx)
  }

  const inTransaction = async <T>(entryDate: string, work: (tx: Db) => Promise<T>): Promise<T> => {
    try {
      return await db.transaction(work)
    } catch (error) {
      throw violates(error, 'journal_entries_one_per_day') ? await dateTaken(entryDate) : error
    }
  }

  const changed = (current: Entry) => new ConflictError('This entry was changed elsewhere', { current })

  /** In a transaction that has locked the goals. What the entry has already is no change. */
  const replace = async (tx: Db, id: string, wanted: JournalEntryInput, change: Change, loadedAt?: Date) => {
    const { goalIds, ...input } = wanted
    const moodChosen = input.mood !== undefined
    const current = await lock(tx, id)
    const asWanted = { ...entryRecord.changed(current, wanted), moodChosen }
    // Such as a repeat of a request whose answer was lost.
    if (entryRecord.isSame(current, asWanted)) return asItWas(current)
    if (loadedAt && loadedAt.getTime() !== current.updatedAt.getTime()) throw changed(current)
    const updatedAt = nextUpdatedAt(current, change)
    await versionsOf(tx, userId).keep({ kind: 'entry', row: current, at: updatedAt }, change)
    if (goalIds) await goalDaysOf(tx, userId).replace(id, goalIds)
    const updated = await tx
      .update(entries)
      .set({ ...input, mood: input.mood ?? defaultMood, moodChosen, updatedAt })
      .where(mineById(id))
      .returning(entryColumns)
    return one(updated, 'Journal entry')
  }

  /** If there is an entry with this id, the same request was carried out before: its entry is given as it is now. */
  const create = async ({ goalIds = [], ...input }: JournalEntryInput, newRow: NewRow): Promise<Entry> => {
    const values = { ...entryRecord.stored(entryRecord.values(input)), ...newRow, userId }
    const linked = () =>
      db.transaction(async (tx) => {
        const links = goalDaysOf(tx, userId)
        await links.lockGoals(goalIds)
        const [created] = await tx
          .insert(entries)
          .values(values)
          .onConflictDoNothing()
          .returning(entryColumns)
        if (created) await links.replace(created.id, goalIds)
        return created && { ...created, goalIds }
      })
    const entry = await createdOnce<Entry>(
      async () => (goalIds.length ? linked() : (await prepared(db).create.execute(values))[0]),
      async () => {
        const [existing] = await db
          .select({ ...entryColumns, requestHash })
          .from(entries)
          .where(mineById(newRow.id))
        return existing && answerToRepeat(existing, newRow)
      },
    )
    if (!entry) throw await dateTaken(input.entryDate)
    return entry
  }

  const fillIn = (added: JournalEntryInput, change: Change) =>
    db.transaction(async (tx) => {
      const { entryDate, goalIds = [] } = added
      await goalDaysOf(tx, userId).lockGoals(goalIds)
      const ofDay = and(mine, eq(entries.entryDate, entryDate))
      const [found] = await tx.select({ id: entries.id }).from(entries).where(ofDay).for('update')
      if (!found) return journalOf(tx, userId).create(added, { id: randomUUID(), requestHash: null })
      const filling = fillingIn(await get(found.id, tx), (text, limit) => text.slice(0, limit))
      const isCut = filling.add(added).length > 0
      const { mood, ...filled } = filling.entry()
      if (isCut || goalIds.some((id) => !filled.goalIds.includes(id)))
        throw new ConflictError('The entry of that day has no room for this')
      return replace(tx, found.id, { ...filled, mood: mood || undefined }, change)
    })

  return {
    get: (id: string) => get(id),
    getByDate,
    create,
    /** Adds to the entry of a day, by the rule of filling in: nothing in it is erased, and words that it has are not added again. A day without an entry gets one. */
    fillIn: (added: JournalEntryInput, change: Change) =>
      fillIn(added, change).catch((error: unknown) => {
        // One was created in the meantime, or another goal of the day was deleted.
        if (isDateTaken(error) || isOrphaned(error)) return fillIn(added, change)
        throw error
      }),
    /** Newest entry date first; all entries unless `limit` is given, or those of `days`, which come newest first too. */
    list: (
      { limit: most, before = 'infinity', from = '-infinity', to = 'infinity' }: EntryPage = {},
      days?: string[],
    ) =>
      firstBatch<Entry>((limit, last) => {
        const page = { userId, limit, before: last?.entryDate ?? before }
        if (!days) return prepared(db).list.execute({ ...page, from, to })
        // All of them: an entry that is gone since they were found must not make a batch look like the last one.
        const earlier = days.filter((day) => page.before === 'infinity' || day < page.before)
        return prepared(db).ofDays.execute({ ...page, days: earlier })
      }, most),
    /** All entries, as they are read in a book. */
    oldestFirst: () =>
      firstBatch<Entry>((limit, last) =>
        prepared(db).oldestFirst.execute({ userId, limit, after: last?.entryDate ?? '-infinity' }),
      ),
    /** Of the same day in earlier years, newest first; those of a 29 February for another one only. */
    onThisDay: (date: string, { isDayIncluded = false } = {}) =>
      firstBatch<Entry>((limit, last) => {
        const before = last?.entryDate ?? (isDayIncluded ? 'infinity' : date)
        return prepared(db).sameDay.execute({ userId, date, limit, before })
      }),
    /**
     * Newest first. Counted from the unbroken runs of days, of which there are far fewer than entries, and given as one
     * row: a hundred small rows take longer to read than to count.
     */
    months: async () => {
      const { rows } = await db.execute<{ months: JournalMonthView[] }>(sql`
        select coalesce(json_agg(of_month order by of_month.month desc), '[]') as months
        from (
          select to_char(month, 'YYYY-MM') as month,
            sum(least(last_day, (month + interval '1 month')::date - 1) - greatest(first_day, month::date) + 1)::int as entries
          from journal_runs,
            generate_series(date_trunc('month', first_day::timestamp), last_day::timestamp, interval '1 month') as month
          where user_id = ${userId} group by 1
        ) as of_month`)
      return one(rows, 'Months').months
    },
    /** Replaces the whole entry, a missing mood by the default one, which nobody chose; with `loadedAt` only if it has not changed since then (optimistic locking). */
    update: async (id: string, wanted: JournalEntryInput, change: Change, loadedAt?: Date) => {
      const { goalIds = [], ...input } = wanted
      await refuseLonger(entryRecord, input, () => get(id))
      return inTransaction(input.entryDate, async (tx) => {
        await goalDaysOf(tx, userId).lockGoals(goalIds)
        return replace(tx, id, wanted, change, loadedAt)
      })
    },
    /** Brings back a version, and creates the entry again if it is gone. `confirm` may refuse once the entry is locked. */
    restore: ({ row, newest }: RowVersion, change: Change, confirm?: Confirm) => {
      const entry = entryOfVersion(row)
      const { id, entryDate, mood, moodChosen } = entry
      const updatedAt = nextUpdatedAt({ updatedAt: newest.at }, change)
      return inTransaction(entryDate, async (tx) => {
        const links = goalDaysOf(tx, userId)
        const goalIds = await links.lockFound(entry.goalIds)
        await lockRow(tx, id)
        await confirm?.(tx)
        const [created] = await tx
          .insert(entries)
          .values({ ...entry, userId, updatedAt })
          .onConflictDoNothing()
          .returning(entryColumns)
        if (created) {
          await links.replace(id, goalIds)
          return { row: { ...created, goalIds }, isNew: true }
        }
        const wanted = { ...entryRecord.values(entry), mood: moodChosen ? mood : undefined, goalIds }
        return { row: await replace(tx, id, wanted, change), isNew: false }
      }).catch(async (error: unknown) => {
        throw error instanceof NotFoundError ? await dateTaken(entryDate) : error
      })
    },
    /** With `loadedAt` only if it has not changed since then. */
    remove: (id: string, change: Change, loadedAt?: Date) =>
      db.transaction(async (tx) => {
        const row = await lock(tx, id)
        if (loadedAt && loadedAt.getTime() !== row.updatedAt.getTime()) throw changed(row)
        const at = nextUpdatedAt(row, change)
        await versionsOf(tx, userId).keep({ kind: 'entry', row, at, deleted: true }, change)
        await tx.delete(entries).where(mineById(id))
      }),
  }
}
