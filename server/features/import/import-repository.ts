import { and, eq, sql } from 'drizzle-orm'
import { entryRecord } from '@shared/journal'
import { goals, journalEntries as entries, journalRuns, usage } from '@shared/schema'
import type { Db } from '../../db/db'
import type { Change } from '../../http/change'
import { ConflictError, one, TooManyRequestsError, UnauthorizedError } from '../../http/errors'
import { goalsOf, type NewPart } from '../goals/goals-repository'
import { type Entry, entryColumns } from '../journal/journal-repository'
import { versionsOf } from '../versions/versions-repository'

/** With an id where it is there already. */
export type EntryRow = Omit<Entry, 'id' | 'userId'> & { id?: string }
export type GoalRow = Omit<typeof goals.$inferInsert, 'userId'>

const excluded = (name: string) =>
  sql.raw(`excluded.${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`)
/** What filling in an entry changes. */
const fromInsert = Object.fromEntries(
  ['updatedAt', ...entryRecord.columns].map((name) => [name, excluded(name)]),
)

/** What an import reads and writes of one user. */
export function importOf(db: Db, userId: string) {
  const mine = eq(entries.userId, userId)
  const versions = versionsOf(db, userId)
  const inDays = (days: string[]) => and(mine, sql`${entries.entryDate} = any(${sql.param(days)}::date[])`)
  const ofDays = async (days: string[]) =>
    db.select(entryColumns).from(entries).where(inDays(days)).orderBy(entries.entryDate)

  return {
    entriesOf: ofDays,
    /** Locks the entries until the end of the transaction, and then reads them: read in one statement, their goals could be older. */
    lockEntriesOf: async (days: string[]) => {
      await db
        .select({ id: entries.id })
        .from(entries)
        .where(inDays(days))
        .orderBy(entries.entryDate)
        .for('update')
      return ofDays(days)
    },
    /** Comes first: the user is not deleted meanwhile, no other instance imports for them, and `recount` counts. */
    begin: async () => {
      const { rows } = await db.execute(sql`select id from users where id = ${userId} for key share`)
      if (!rows.length) throw new UnauthorizedError()
      const claim = await db.execute<{ isFree: boolean }>(
        sql`select pg_try_advisory_xact_lock(hashtext('import'), hashtext(${userId})) as "isFree"`,
      )
      if (!one(claim.rows, 'Lock').isFree) throw importUnderWay()
      await db.execute(sql`select set_config('lisa.recount', 'on', true)`)
    },
    addEntries: async (rows: EntryRow[], change: Change) => {
      const added = await db
        .insert(entries)
        .values(rows.map((row) => ({ ...row, userId })))
        .onConflictDoNothing({ target: [entries.userId, entries.entryDate] })
        .returning({ id: entries.id, updatedAt: entries.updatedAt })
      if (added.length !== rows.length) throw changedMeanwhile()
      await versions.keepAdded('entry', added, change)
    },
    /** Of entries that are locked; `before` holds them as they are. */
    replaceEntries: async (before: Entry[], rows: EntryRow[], change: Change) => {
      const nextOf = new Map(rows.map(({ entryDate, updatedAt }) => [entryDate, updatedAt]))
      const replaced = before.flatMap((row) => {
        const at = nextOf.get(row.entryDate)
        return at ? [{ kind: 'entry' as const, row, at }] : []
      })
      await versions.keepAll(replaced, change)
      await db
        .insert(entries)
        .values(rows.map((row) => ({ ...row, userId })))
        .onConflictDoUpdate({ target: [entries.userId, entries.entryDate], set: fromInsert })
    },
    /** Keeps them from being deleted until the end of the transaction. */
    goals: () =>
      db
        .select({ id: goals.id, title: goals.title, timeline: goals.timeline, createdAt: goals.createdAt })
        .from(goals)
        .where(eq(goals.userId, userId))
        .orderBy(goals.id)
        .for('key share'),
    addGoals: async (rows: GoalRow[], change: Change) => {
      const added = await db
        .insert(goals)
        .values(rows.map((row) => ({ ...row, userId })))
        .returning({ id: goals.id, updatedAt: goals.updatedAt })
      await versions.keepAdded('goal', added, change)
    },
    /** A goal that has a parent already keeps it. */
    linkParts: (parts: NewPart[], change: Change) => goalsOf(db, userId).addParents(parts, change),
    /** Adds the goals of these entries to those that they have. */
    linkGoals: async (rows: Pick<EntryRow, 'entryDate' | 'goalIds'>[]) => {
      const pairs = rows.flatMap(({ entryDate, goalIds }) => goalIds.map((id) => ({ entryDate, id })))
      if (!pairs.length) return
      await db.execute(sql`
        insert into goal_days (entry_id, goal_id, user_id)
        select e.id, g.id, ${userId} from json_to_recordset(${JSON.stringify(pairs)}) as pair ("entryDate" date, id uuid)
          join journal_entries e on e.user_id = ${userId} and e.entry_date = pair."entryDate"
          join goals g on g.user_id = ${userId} and g.id = pair.id
        on conflict do nothing`)
    },
    usage: async () => {
      const [row] = await db.select().from(usage).where(eq(usage.userId, userId))
      return row ?? { entries: 0, goals: 0, bytes: 0 }
    },
    /**
     * Comes last: renews what the triggers of the migrations `journal_runs` and `quota` keep up to date otherwise. They lock
     * the user after the entry too, so that an import and a save do not wait for each other in a circle.
     */
    recount: async () => {
      await db.execute(sql`select id from users where id = ${userId} for no key update`)
      await db.delete(journalRuns).where(eq(journalRuns.userId, userId))
      await db.execute(sql`
        insert into journal_runs (user_id, first_day, last_day)
        select ${userId}, min(entry_date), max(entry_date) from (
          select entry_date, entry_date - row_number() over (order by entry_date)::int as run
          from journal_entries where user_id = ${userId}
        ) days group by run`)
      await db.execute(sql`
        insert into usage (user_id, entries, goals, bytes)
        select ${userId}, e.count, g.count, e.bytes + g.bytes from
          (select count(*), coalesce(sum(text_bytes(j)), 0) as bytes from journal_entries j where user_id = ${userId}) e,
          (select count(*), coalesce(sum(text_bytes(g)), 0) as bytes from goals g where user_id = ${userId}) g
        on conflict (user_id) do update
          set entries = excluded.entries, goals = excluded.goals, bytes = excluded.bytes`)
    },
  }
}

export const changedMeanwhile = () =>
  new ConflictError('Your journal was changed at the same moment. Please try again.')

export const importUnderWay = () =>
  new TooManyRequestsError(
    'Another file of yours is being read. Please wait until it is done.',
    5,
    'import under way',
  )
