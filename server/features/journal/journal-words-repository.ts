import { setImmediate } from 'node:timers/promises'
import { and, desc, eq, getTableColumns, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { folded } from '@shared/fold'
import { entryRecord, type EntryPage } from '@shared/journal'
import { journalEntries as entries, journalWords } from '@shared/schema'
import { batchLimit } from '../../db/batches'
import { builtOnce, type Db } from '../../db/db'
import { column } from '../../db/parameters'
import { one } from '../../http/errors'
import { fromTo } from './journal-repository'

const batchRows = 200
/** More than a journal can have: from the year 1 to 9999. */
const allDays = 4_000_000

const prepared = builtOnce((db) => {
  const userId = sql.placeholder('userId')
  const mine = eq(journalWords.userId, userId)
  const holdsAll = sql`${journalWords.words} like all (${sql.placeholder('patterns')}::text[])`
  const newestFirst = desc(entries.entryDate)
  const missing = db
    .select({ id: journalWords.entryId })
    .from(journalWords)
    .where(and(mine, isNull(journalWords.words)))
  const withoutWords = and(
    eq(entries.userId, userId),
    lt(entries.entryDate, sql.placeholder('before')),
    inArray(entries.id, missing),
  )
  return {
    // One row, however many entries are found: to list thousands of days takes longer than to find them.
    search: db
      .select({
        // Not among the conditions of the statement: the planner would take them for narrow, and join row by row.
        total: sql<number>`(count(${journalWords.words}) filter (where ${fromTo}))::int`,
        days: sql<string[] | null>`((array_agg(${entries.entryDate} order by ${newestFirst})
          filter (where ${journalWords.words} is not null and ${fromTo} and ${entries.entryDate} < ${sql.placeholder('before')}::date)
        )[1:${sql.placeholder('limit')}::int])::text[]`,
        areSomeMissing: sql<boolean | null>`bool_or(${journalWords.words} is null)`,
      })
      .from(journalWords)
      .innerJoin(entries, eq(entries.id, journalWords.entryId))
      .where(and(mine, or(isNull(journalWords.words), holdsAll)))
      .prepare('search_words'),
    withoutWords: db
      .select({
        ...getTableColumns(entries),
        version: sql<number>`(select version from journal_words where entry_id = journal_entries.id)`,
      })
      .from(entries)
      .where(withoutWords)
      .orderBy(newestFirst)
      .limit(batchLimit(entries, withoutWords, newestFirst))
      .prepare('entries_without_words'),
  }
})

/**
 * Some symbols stand for a phrase, and one person's quota must not be filled many times by folding them. No writing grows to
 * more than three times its length, as Korean does.
 */
const mostWords = (length: number) => 4 * length + 100

/** Runs one part of a search; undefined if nobody waits for it any more. */
type InTurn = <T>(part: () => Promise<T>) => Promise<T | undefined>

/** The words of a user's entries as they are searched, which are filled in where they are missing. */
export function journalWordsOf(db: Db, userId: string) {
  /** Fills in one batch of entries before a day, newest first. Returns the last day of the batch; undefined if it was empty. */
  async function fillIn(before: string): Promise<string | undefined> {
    const rows = await prepared(db).withoutWords.execute({ userId, before, limit: batchRows })
    const last = rows.at(-1)
    if (!last) return undefined
    const words: string[] = []
    for (const row of rows) {
      const texts: string[] = []
      let length = 0
      const values = entryRecord.values(row)
      for (const text of entryRecord.texts.map((field) => values[field])) {
        // A text of 50,000 characters may take a tenth of a second: other requests go first.
        if (text) await setImmediate()
        texts.push(folded(text))
        length += text.length
      }
      words.push(texts.join('\n').slice(0, mostWords(length)))
    }
    // An entry that has changed meanwhile has another version. Waiting for its lock could end in a deadlock.
    await db.execute(sql`
      update journal_words set words = filled_in.words
      from (
        select entry_id, given.words
        from unnest(${column(rows, ({ id }) => id)}::uuid[], ${column(rows, ({ version }) => version)}::int[],
          ${sql.param(words)}::text[]) as given (entry_id, version, words)
        join journal_words stored using (entry_id, version)
        where stored.user_id = ${userId}
        for update of stored skip locked
      ) as filled_in
      where journal_words.entry_id = filled_in.entry_id`)
    return last.entryDate
  }

  return {
    /**
     * How many entries from `from` to `to` hold each of the folded `words`, and the days of a page of them, newest first. An
     * entry that is being changed at the moment is not among them. Others may search between two parts, as between two batches of what is filled in.
     */
    search: async (
      words: string[],
      { limit = allDays, before = 'infinity', from = '-infinity', to = 'infinity' }: EntryPage,
      inTurn: InTurn,
    ) => {
      const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
      const parameters = { userId, patterns, limit, before, from, to }
      const find = () => inTurn(async () => one(await prepared(db).search.execute(parameters), 'Count'))
      let found = await find()
      if (found?.areSomeMissing) {
        let day: string | undefined = 'infinity'
        while (day !== undefined) {
          const from: string = day
          day = await inTurn(() => fillIn(from))
        }
        found = await find()
      }
      return { days: found?.days ?? [], total: found?.total ?? 0 }
    },
  }
}
