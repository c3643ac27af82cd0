import { and, desc, eq, gt, gte, inArray, isNotNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { dayMs } from '@shared/instants'
import { goals, journalEntries, rowVersions } from '@shared/schema'
import { mostVersionMB, type rowKinds, versionDays } from '@shared/versions'
import type { Db } from '../../db/db'
import { deleteInBatches } from '../../db/delete-in-batches'
import { iso } from '../../db/parameters'
import type { Change } from '../../http/change'
import { one, TooManyRequestsError } from '../../http/errors'

const mostOfRow = 50
const rowsAtOnce = 100
const mostBytes = mostVersionMB * 1_000_000
const sameChangeMs = 10 * 60 * 1000

const tooMuchReplaced = `Programs have replaced or deleted ${mostVersionMB} MB of your words in ${versionDays} days, which is as much as Lisa keeps to bring back. Please change this in Lisa yourself.`

type Kind = (typeof rowKinds)[number]
type StoredVersion = typeof rowVersions.$inferSelect
type Stored = Pick<StoredVersion, 'kind' | 'rowId' | 'at'> &
  Partial<Pick<StoredVersion, 'deleted' | 'linked'>> & { row?: { id: string } }
/** `at` is the `updatedAt` that the row gets, or would get if it were not deleted. */
type Replaced = Omit<Stored, 'rowId'> & { row: { id: string } }
export type RowAsJson = NonNullable<StoredVersion['row']>
/** `newest` is the last change of the row. `cutPartIds` are those that it has lost since because they did not fit. */
export type RowVersion = Pick<StoredVersion, 'kind'> & {
  row: RowAsJson
  newest: Pick<StoredVersion, 'at' | 'linked'>
  cutPartIds: string[]
}

/** Throws if a version is not to be brought back. In the transaction that has locked its row. */
export type Confirm = (tx: Db) => Promise<void>

const isTable = (kind: Kind, table: SQL) =>
  sql`${rowVersions.kind} = ${kind} and exists (
    select from ${table} living where living.id = ${rowVersions.rowId} and living.user_id = ${rowVersions.userId})`
const isLiving = sql`(${isTable('entry', sql`${journalEntries}`)} or ${isTable('goal', sql`${goals}`)})`

/**
 * Changes by one way in one session, or with one token, within ten minutes keep only the first version. What a deletion or a
 * restoration replaced has its own.
 */
const isSameChange = (
  last: Pick<StoredVersion, 'at' | 'by' | 'token' | 'session' | 'deleted'> | undefined,
  at: Date,
  { by, token, session }: Change,
) =>
  last?.by === by &&
  last.token === (token ?? null) &&
  last.session === (session ?? null) &&
  by !== 'undo' &&
  !last.deleted &&
  at.getTime() - last.at.getTime() < sameChangeMs

/** What changes have replaced and removed of a user's entries and goals. */
export function versionsOf(db: Db, userId: string) {
  const mine = eq(rowVersions.userId, userId)
  const ofRow = (kind: Kind, rowId: string) =>
    and(mine, eq(rowVersions.kind, kind), eq(rowVersions.rowId, rowId))
  const { id, kind, rowId, at, by, token, session, deleted, linked } = rowVersions
  const row = sql<RowAsJson>`${rowVersions.row}`
  const isListed = and(mine, isNotNull(rowVersions.row))
  const newestFirst = [desc(at), id]

  /** `row` is null for what an import has added, which is known for as long as the import can be undone. */
  const insert = async (replaced: Stored[], { now, by, token, session, importId }: Change) => {
    if (!replaced.length) return
    const expiresAfter = (days: number) => sql`${iso(new Date(now.getTime() + days * dayMs))}::timestamptz`
    await db.execute(sql`
      insert into row_versions (
        user_id, kind, row_id, at, by, token, session, written_with_token, "row", bytes, deleted, linked, import_id, expires_at
      )
      select ${userId}::uuid, kind, "rowId", at, ${by}, ${token ?? null}, ${session ?? null}, coalesce((
          select last.token is not null from row_versions last
          where last.user_id = ${userId} and last.kind = replaced.kind and last.row_id = "rowId"
          order by last.at desc, last.id limit 1
        ), false), "row",
        coalesce(octet_length("row"::text), 0) + coalesce(octet_length(linked::text), 0), coalesce(deleted, false), linked,
        ${importId ?? null}::uuid, case when "row" is null then ${expiresAfter(1)} else ${expiresAfter(versionDays)} end
      from json_to_recordset(${JSON.stringify(replaced)}) as replaced
        (kind text, "rowId" uuid, at timestamptz, "row" json, deleted boolean, linked json)`)
  }

  /** An import of which a version is gone cannot be undone as a whole. */
  const forgetImports = async (rows: { importId: string | null }[]) => {
    const importIds = [...new Set(rows.flatMap(({ importId }) => importId ?? []))]
    if (importIds.length)
      await db
        .update(rowVersions)
        .set({ importId: null })
        .where(and(mine, inArray(rowVersions.importId, importIds)))
  }

  const listed = sql`from row_versions where user_id = ${userId} and bytes > 0`
  const ofTokens = sql`${listed} and token is not null`

  /**
   * After a change, of the row `changedId` or of any. The oldest go first; of one row what was written with a token goes before
   * them, but for its newest version, by which the next one knows who has written. What a token replaced is not pushed out by
   * later versions: a change with a token that needs more room is refused. Those that another transaction is deleting are left
   * to it.
   */
  const trim = async (change: Change, changedId?: string) => {
    const ofChanged = changedId && sql`and row_id = ${changedId}`
    const { rows } = await db.execute<{ importId: string | null }>(sql`
      delete from row_versions where id in (
        select id from row_versions where user_id = ${userId} and id in (
          select id from (
            select id, age, row_number() over (partition by kind, row_id order by written_with_token, age) as place from (
              select id, kind, row_id, written_with_token,
                row_number() over (partition by kind, row_id order by at desc, id) as age
              ${listed} ${ofChanged}) listed
          ) kept where place > ${mostOfRow} and age > 1
          union all
          select id from (
            select id, sum(bytes) over (order by at desc, id) as total ${listed} and token is null) newest
          where total > ${mostBytes}
            and (select sum(bytes) ${listed}) - (select coalesce(sum(bytes), 0) ${ofTokens}) > ${mostBytes})
        for update skip locked)
      returning import_id as "importId"`)
    await forgetImports(rows)
    if (change.token) await refuseBeyondMost(change.now)
  }

  const refuseBeyondMost = async (now: Date) => {
    const { rows } = await db.execute<{ seconds: number }>(sql`
      select ceil(extract(epoch from min(expires_at) - ${iso(now)}::timestamptz))::int as seconds ${ofTokens}
      having sum(bytes) > ${mostBytes}`)
    for (const { seconds } of rows)
      throw new TooManyRequestsError(tooMuchReplaced, Math.max(seconds, 1), 'versions of tokens')
  }

  return {
    /** In the transaction of the change, which has locked the row. */
    keep: async (version: Replaced, change: Change) => {
      const rowId = version.row.id
      const [last] = await db
        .select({ at, by, token, session, deleted })
        .from(rowVersions)
        .where(ofRow(version.kind, rowId))
        .orderBy(desc(at))
        .limit(1)
      if (!version.deleted && isSameChange(last, version.at, change)) return
      await insert([{ ...version, rowId }], change)
      await trim(change, rowId)
    },
    /** Of many changes at once, one of each row; `trim` comes last. */
    keepAll: (replaced: Replaced[], change: Change) =>
      insert(
        replaced.map((version) => ({ ...version, rowId: version.row.id })),
        change,
      ),
    /** What an import has added, so that its undo knows what to remove. */
    keepAdded: (kind: Kind, rows: { id: string; updatedAt: Date }[], change: Change) =>
      insert(
        rows.map(({ id: rowId, updatedAt }) => ({ kind, rowId, at: updatedAt })),
        change,
      ),
    /** Of the last change of a goal, in its transaction. The version may be from another change of the same ten minutes. */
    addCutParts: async (goalId: string, partIds: string[]) => {
      const [last] = await db
        .select({ id, linked })
        .from(rowVersions)
        .where(ofRow('goal', goalId))
        .orderBy(...newestFirst)
        .limit(1)
      if (!last || !partIds.length) return
      const { entryIds = [], partIds: before = [] } = last.linked ?? {}
      const next = { entryIds, partIds: [...new Set([...before, ...partIds])] }
      const length = (value: SQL) => sql`octet_length(${value}::text)`
      await db
        .update(rowVersions)
        .set({
          linked: next,
          bytes: sql`${length(sql`${rowVersions.row}`)} + ${length(sql`${JSON.stringify(next)}`)}`,
        })
        .where(eq(id, last.id))
    },
    trim: (change: Change) => trim(change),
    hasImport: async (importId: string) =>
      (await db.$count(rowVersions, and(mine, eq(rowVersions.importId, importId)))) > 0,
    /** Newest first. */
    list: async (kind: Kind, rowId: string, reader: Change) => {
      const found = await db
        .select({ id, at, by, session, row })
        .from(rowVersions)
        .where(and(ofRow(kind, rowId), isListed))
        .orderBy(...newestFirst)
      return found.map(({ session, ...version }) => ({
        ...version,
        elsewhere: session && session !== reader.session ? (true as const) : undefined,
      }))
    },
    /** Newest first, some of them in memory. */
    async *all() {
      const read = (older?: SQL) =>
        db
          .select({ id, kind, at, by, row })
          .from(rowVersions)
          .where(and(isListed, older))
          .orderBy(...newestFirst)
          .limit(rowsAtOnce)
      let rows = await read()
      for (let last = rows.at(-1); last; last = rows.at(-1)) {
        yield* rows
        rows = await read(or(lt(at, last.at), and(eq(at, last.at), gt(id, last.id))))
      }
    },
    get: async (versionId: string): Promise<RowVersion> => {
      const mineById = and(isListed, eq(id, versionId))
      const version = one(await db.select({ kind, row, at }).from(rowVersions).where(mineById), 'Version')
      const since = await db
        .select({ at, deleted, linked })
        .from(rowVersions)
        .where(and(ofRow(version.kind, version.row.id), gte(at, version.at)))
        .orderBy(...newestFirst)
      const cut = since.flatMap(({ deleted, linked }) => (deleted ? [] : (linked?.partIds ?? [])))
      return { ...version, newest: one(since, 'Version'), cutPartIds: cut }
    },
    /** The newest version that this token has replaced after `since`, of a row that has not changed since. */
    lastByToken: async (tokenId: string, kinds: Kind[], since: Date) => {
      const hasLater = sql`exists (
        select from row_versions later where later.user_id = ${userId}
          and later.kind = ${kind} and later.row_id = ${rowId} and later.at > ${at})`
      const [last] = await db
        .select({ id, kind, rowId, at, deleted })
        .from(rowVersions)
        .where(
          and(
            isListed,
            eq(by, 'token'),
            eq(token, tokenId),
            inArray(kind, kinds),
            gt(at, since),
            sql`not ${hasLater}`,
          ),
        )
        .orderBy(...newestFirst)
        .limit(1)
      return last
    },
    /** What was deleted and is not back, newest first. */
    deleted: () => {
      const label = sql<string>`coalesce(${rowVersions.row} ->> 'entryDate', ${rowVersions.row} ->> 'title')`
      const last = db
        .selectDistinctOn([kind, rowId], { id, kind, rowId, label: label.as('label'), at })
        .from(rowVersions)
        .where(and(mine, deleted, sql`not ${isLiving}`))
        .orderBy(kind, rowId, ...newestFirst)
        .as('last')
      return db.select().from(last).orderBy(desc(last.at), last.id)
    },
    /** Of a row that is gone, what its deletion removed goes with all that came before. */
    remove: async (versionId: string) => {
      const [version] = await db
        .select({ kind, rowId, isWhole: sql<boolean>`${deleted} and not ${isLiving}` })
        .from(rowVersions)
        .where(and(isListed, eq(id, versionId)))
      const those = version?.isWhole ? ofRow(version.kind, version.rowId) : and(isListed, eq(id, versionId))
      const removed = await db.delete(rowVersions).where(those).returning({ importId: rowVersions.importId })
      one(removed, 'Version')
      await forgetImports(removed)
    },
  }
}

export const deleteOldVersions = (db: Db, now: Date, stopping: AbortSignal) =>
  deleteInBatches(db, rowVersions, lt(rowVersions.expiresAt, now), stopping)
