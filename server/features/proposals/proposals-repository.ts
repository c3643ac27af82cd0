import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import { dayMs } from '@shared/instants'
import { entryRecord } from '@shared/journal'
import {
  mostWaiting,
  proposalDays,
  type ProposalInput,
  type ProposalKind,
  proposalLimit,
  proposalPayloads,
} from '@shared/proposals'
import { proposals } from '@shared/schema'
import type { AppContext } from '../../context'
import { Batch } from '../../db/batches'
import type { Db } from '../../db/db'
import { deleteInBatches } from '../../db/delete-in-batches'
import { iso } from '../../db/parameters'
import type { Change } from '../../http/change'
import { ConflictError, FieldError, one } from '../../http/errors'
import { idOfRow } from '../../http/idempotency'
import { parseInput } from '../../http/parse-input'
import type { TokenCaller } from '../../http/serve'
import { usesOf } from '../../limits/limits'
import { lockUser } from '../auth/users-repository'
import { goalDaysOf } from '../goals/goal-days-repository'
import { goalsOf } from '../goals/goals-repository'
import { journalOf } from '../journal/journal-repository'

const { id, kind, payload, reason, tokenName, createdAt, expiresAt } = proposals
const columns = { id, kind, payload, reason, tokenName, createdAt, expiresAt }
export type Proposal = Pick<typeof proposals.$inferSelect, keyof typeof columns>

const rowsAtOnce = 10

/** Stores what a program proposes, for its user to accept. */
export async function propose(
  ctx: Pick<AppContext, 'db' | 'now' | 'secrets'>,
  { userId, access, askAgain }: TokenCaller,
  proposal: ProposalInput,
): Promise<Proposal> {
  const { db } = ctx
  const now = ctx.now()
  await refuseForeignGoals(db, userId, proposal)
  // The user comes last: the deletion of an account forgets what was counted for them.
  await usesOf(ctx, proposalLimit).take([access.id, userId].filter(Boolean).join(' '))
  const values = {
    userId,
    tokenName: access.name,
    kind: proposal.kind,
    payload: withoutEmpty(proposal.payload),
    reason: proposal.reason?.trim() || null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + proposalDays * dayMs),
  }
  return db.transaction(async (tx) => {
    await lockUser(tx, userId)
    if ((await proposalsOf(tx, userId).countWaiting(now, access.name)) >= mostWaiting)
      throw new ConflictError(
        `Too many proposals of “${access.name}” wait already. Please save or dismiss some of them.`,
      )
    const stored = one(await tx.insert(proposals).values(values).returning(columns), 'Proposal')
    await askAgain?.(tx)
    return stored
  })
}

const withoutEmpty = (payload: object) =>
  Object.fromEntries(
    Object.entries(payload).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  )

/** As POST of an entry or a goal refuses them. */
async function refuseForeignGoals(db: Db, userId: string, { kind, payload }: ProposalInput): Promise<void> {
  const links = goalDaysOf(db, userId)
  if (kind === 'entry') return links.lockGoals(payload.goalIds ?? [])
  if (kind === 'goal')
    return payload.parentId ? goalsOf(db, userId).checkParent(payload.parentId, payload.timeline) : undefined
  const [found] = await links.lockFound([payload.goalId])
  if (!found) throw new FieldError('goalId', entryRecord.fields.goalIds.refusal)
}

export function proposalsOf(db: Db, userId: string) {
  const mine = eq(proposals.userId, userId)
  const waiting = (now: Date) => and(mine, isNull(proposals.rowId), gt(expiresAt, now))
  const list = async (now: Date, last?: Proposal): Promise<Batch<Proposal>> => {
    const later = last && sql`(${createdAt}, ${id}) > (${iso(last.createdAt)}::timestamptz, ${last.id}::uuid)`
    const rows = await db
      .select(columns)
      .from(proposals)
      .where(and(waiting(now), later))
      .orderBy(asc(createdAt), asc(id))
      .limit(rowsAtOnce)
    return new Batch(rows, rows.length < rowsAtOnce ? undefined : () => list(now, rows.at(-1)))
  }
  return {
    countWaiting: (now: Date, name: string) => db.$count(proposals, and(waiting(now), eq(tokenName, name))),
    /** Oldest first. */
    list: (now: Date) => list(now),
    /** Saves the proposal, or `changed` in its place. Concurrent calls wait for the first and get its row. */
    accept: (proposalId: string, changed: unknown, change: Change) =>
      db.transaction(async (tx) => {
        const mineById = and(mine, eq(id, proposalId))
        const found = await tx
          .select({ kind, payload, rowId: proposals.rowId })
          .from(proposals)
          .where(and(mineById, gt(expiresAt, change.now)))
          .for('update')
        const { kind: what, payload: proposed, rowId } = one(found, 'Proposal')
        if (rowId) return (what === 'goal' ? goalsOf(tx, userId) : journalOf(tx, userId)).get(rowId)
        const row = await save(
          tx,
          userId,
          { id: proposalId, kind: what, payload: changed ?? proposed },
          change,
        )
        // The words live in the row from now on, and go with it.
        await tx.update(proposals).set({ rowId: row.id, payload: {}, reason: null }).where(mineById)
        return row
      }),
    dismiss: async (proposalId: string, now: Date) => {
      const dismissed = await db
        .delete(proposals)
        .where(and(waiting(now), eq(id, proposalId)))
        .returning({ id })
      one(dismissed, 'Proposal')
    },
  }
}

async function save(
  tx: Db,
  userId: string,
  { id: proposalId, kind, payload }: { id: string; kind: ProposalKind; payload: unknown },
  change: Change,
) {
  /** They may have been deleted since they were proposed. */
  const lockGoals = async (goalIds: string[]) => {
    const found = await goalDaysOf(tx, userId).lockFound(goalIds)
    if (found.length < goalIds.length)
      throw new ConflictError('A goal that this names is gone. Please change or dismiss it.')
  }
  if (kind === 'goal') {
    const goal = parseInput(proposalPayloads.goal, payload)
    await lockGoals(goal.parentId ? [goal.parentId] : [])
    // As POST gives it with the proposal's id as `Idempotency-Key`: whichever comes second finds the goal of the first.
    return goalsOf(tx, userId).create(goal, { id: idOfRow(userId, proposalId), requestHash: null })
  }
  const entry = parseInput(proposalPayloads.entry, kind === 'entry' ? payload : entryOf(payload))
  await lockGoals(entry.goalIds ?? [])
  return journalOf(tx, userId).fillIn(entry, change)
}

function entryOf(payload: unknown) {
  const { goalId, entryDate, note } = parseInput(proposalPayloads.progress, payload)
  return { entryDate, goalProgress: note, goalIds: [goalId] }
}

/** Deletes the ended proposals of all users. */
export const deleteEndedProposals = (db: Db, now: Date, stopping: AbortSignal) =>
  deleteInBatches(db, proposals, lte(expiresAt, now), stopping)
