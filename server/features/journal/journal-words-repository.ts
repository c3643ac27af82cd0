import { setImmediate } from 'node:timers/promises'
import { and, desc, eq, getTableColumns, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { folded } from '@shared/fold'
import { journalTextFields } from '@shared/journal-fields'
import { journalEntries as entries, journalWords } from '@shared/schema'
import { batchLimit } from '../../db/batches'
import { builtOnce, type Db } from '../../db/db'
import { column } from '../../db/parameters'

const batchRows = 200

const prepared = builtOnce((db) => {
  const userId = sql.placeholder('userId')
  const mine = eq(journalWords.userId, userId)
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
    search: db
      .select({ date: entries.entryDate, isMissing: sql<boolean>`${journalWords.words} is null` })
      .from(journalWords)
      .innerJoin(entries, eq(entries.id, journalWords.entryId))
      .where(
        and(
          mine,
          or(
            isNull(journalWords.words),
            sql`${journalWords.words} like all (${sql.placeholder('patterns')}::text[])`,
          ),
        ),
      )
      .orderBy(newestFirst)
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

/** The words of a user's entries as they are searched, which are filled in where they are missing. */
export function journalWordsOf(db: Db, userId: string) {
  async function fillIn() {
    for (let before = 'infinity'; ;) {
      const rows = await prepared(db).withoutWords.execute({ userId, before, limit: batchRows })
      const last = rows.at(-1)
      if (!last) return
      const words: string[] = []
      for (const row of rows) {
        // An entry may be half a megabyte long: other requests go first.
        await setImmediate()
        words.push(folded(journalTextFields.map((field) => row[field]).join('\n')))
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
      before = last.entryDate
    }
  }

  return {
    /** The days of the entries that hold each of the folded `words`, newest first. */
    daysWith: async (words: string[]) => {
      const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
      let found = await prepared(db).search.execute({ userId, patterns })
      if (found.some(({ isMissing }) => isMissing)) {
        await fillIn()
        found = await prepared(db).search.execute({ userId, patterns })
      }
      // The words of an entry that is being changed are missing still.
      return found.filter(({ isMissing }) => !isMissing).map(({ date }) => date)
    },
  }
}
