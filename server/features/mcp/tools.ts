import { z } from 'zod'
import { calendarDay, id, instant } from '@shared/endpoint'
import { mostGoalDays } from '@shared/goals'
import { journalEntryInput } from '@shared/journal'
import { proposalEndpoints, proposalPayloads } from '@shared/proposals'
import type { Scope } from '@shared/scopes'
import { rowKinds } from '@shared/versions'
import type { Db } from '../../db/db'
import { type Change, changeOf, tokenOf } from '../../http/change'
import { AppError } from '../../http/errors'
import { parseInput } from '../../http/parse-input'
import { makeChange } from '../auth/account-events-repository'
import { goalsOf } from '../goals/goals-repository'
import { journalOf } from '../journal/journal-repository'
import { versionsOf } from '../versions/versions-repository'
import { reading, type Tool, type ToolCall } from './tool'

const { body, answers } = proposalEndpoints.endpoints['POST /api/jwt/proposals']
const [entryProposal, goalProposal, progressProposal] = body.options
const proposalView = answers[201].schema
const proposed =
  'This waits in Lisa for the yes of the user. Nothing is saved until then, so do not say that it is.'

const propose = ({ req, caller, inside }: ToolCall, proposal: object) =>
  inside('POST /api/jwt/proposals', req, caller, { body: proposal })

function proposing(
  { shape }: typeof entryProposal | typeof goalProposal,
  named: Pick<Tool, 'title' | 'description'>,
): Tool {
  return {
    ...named,
    isReached: (has) => has('propose'),
    input: z.object({ ...shape.payload.shape, reason: shape.reason }),
    output: z.strictObject({ proposal: proposalView }),
    effect: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
    run: async (call) => {
      const { reason, ...payload } = call.input
      const row = await propose(call, { kind: shape.kind.value, payload, reason })
      return { says: proposed, answer: { proposal: JSON.parse(JSON.stringify(row)) } }
    },
  }
}

const maySave = (has: (scope: Scope) => boolean) => has('goals:write') && has('journal:write')

const progressToNote = z.object({
  ...proposalPayloads.progress.shape,
  reason: progressProposal.shape.reason,
})

const noteProgress: Tool = {
  title: 'Note progress',
  description:
    'Notes that the user worked on a goal on a day: the goal and the note are added to the entry of that day, in which nothing is replaced. With a token that may only propose, it waits for the yes of the user.',
  isReached: (has) => maySave(has) || has('propose'),
  input: progressToNote,
  output: z.strictObject({
    saved: z.boolean().describe('false: it waits for the yes of the user'),
    goalId: id,
    entryDate: calendarDay,
    entryId: id.optional().describe('The entry that it is saved in'),
    expiresAt: instant.optional().describe('Until then it waits'),
  }),
  effect: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  run: async (call) => {
    const { reason, ...payload } = parseInput(progressToNote, call.input)
    const { goalId, entryDate, note } = payload
    const { ctx, req, caller } = call
    if (maySave(call.has)) {
      const added = parseInput(journalEntryInput, { entryDate, goalProgress: note, goalIds: [goalId] })
      const change = changeOf(req, caller, ctx.now())
      const entry = await makeChange(ctx, { ...caller, req }, (db) =>
        journalOf(db, caller.userId).fillIn(added, change),
      )
      return { says: 'It is saved.', answer: { saved: true, goalId, entryDate, entryId: entry.id } }
    }
    const row = (await propose(call, { kind: 'progress', payload, reason })) as { expiresAt: Date }
    const answer = { saved: false, goalId, entryDate, expiresAt: row.expiresAt.toISOString() }
    return { says: proposed, answer }
  },
}

const writeScopes = { entry: 'journal:write', goal: 'goals:write' } as const
const undoHours = 24
const undoInput = z.object({ id: id.describe('Of the entry or goal that was changed') })

const undo: Tool = {
  title: 'Undo',
  description: `Brings back the entry or goal with this \`id\`, where the last change with this token replaced or deleted it, within ${undoHours} hours and unless it was changed in another way, or with another token, since. Changes within ten minutes are undone together. It removes nothing that was created.`,
  isReached: (has) => rowKinds.some((kind) => has(writeScopes[kind])),
  // Required, so that a repeated or late call undoes nothing else.
  input: undoInput,
  output: z.strictObject({
    kind: z.enum(rowKinds),
    id,
    changedAt: instant.describe('When the change was made that is undone'),
    wasDeleted: z.boolean(),
  }),
  effect: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
  run: async (call) => {
    const { ctx, req, caller } = call
    const { userId } = caller
    const { id } = parseInput(undoInput, call.input)
    const kinds = rowKinds.filter((kind) => call.has(writeScopes[kind]))
    const since = new Date(ctx.now().getTime() - undoHours * 60 * 60 * 1000)
    const token = caller.access && tokenOf(caller.access)
    const lastOf = async (db: Db) =>
      token ? versionsOf(db, userId).lastByToken(token, kinds, since) : undefined
    const last = await lastOf(ctx.db)
    const notLast = () =>
      new AppError(404, 'The last change with this token was to something else, or cannot be undone')
    if (!last || last.rowId !== id) throw notLast()
    const { kind, at, deleted: wasDeleted } = last
    await makeChange(ctx, { ...caller, req }, async (db) => {
      const rows = kind === 'entry' ? journalOf(db, userId) : goalsOf(db, userId)
      const change: Change = { ...changeOf(req, caller, ctx.now()), by: 'undo' }
      const { row, isNew } = await rows.restore(
        await versionsOf(db, userId).get(last.id),
        change,
        // The row may have been changed while this waited for its lock.
        async (tx) => {
          if ((await lastOf(tx))?.id !== last.id) throw notLast()
        },
      )
      if (isNew !== wasDeleted) throw notLast()
      return row
    })
    const what = kind === 'entry' ? 'The entry' : 'The goal'
    return {
      says: `${what} is again as it was before ${at.toISOString()}${wasDeleted ? ', when it was deleted' : ''}.`,
      answer: { kind, id, changedAt: at.toISOString(), wasDeleted },
    }
  },
}

const before = (last: unknown) =>
  `To read on, call this again with \`before\` set to ${(last as { entryDate: string }).entryDate}.`

export const tools: Record<string, Tool> = {
  whoami: reading('GET /api/auth/user', {
    title: 'Who am I',
    description: 'Tells whose goals and journal these are, and in which timezone the days are counted.',
    as: 'user',
  }),
  list_goals: reading('GET /api/goals', {
    title: 'List goals',
    description: 'Lists the goals of the user, newest first: all of them, or those of one timeline.',
    as: 'goals',
    canSkip: true,
    readOn: (_last, read) => `To read on, call this again with \`skip\` set to ${read}.`,
  }),
  goal_days: reading('GET /api/goals/:id/days', {
    title: 'List the days of a goal',
    description: `Lists the days on which the user worked on a goal, newest first, each with the first line of its entry: at most ${mostGoalDays}. \`id\` is that of the goal.`,
    as: 'days',
    atMost: mostGoalDays,
    readOn: before,
  }),
  search_journal: reading('GET /api/journal-entries', {
    title: 'Search the journal',
    description:
      'Finds the entries whose texts hold every word of `q`, of all days or of those `from` to `to`, newest first. Without `q`, lists all entries of these days.',
    as: 'entries',
    readOn: before,
  }),
  read_day: reading('GET /api/journal-entries/by-date/:date', {
    title: 'Read a day',
    description: 'Reads the entry of a day, with all of its texts.',
    as: 'entry',
  }),
  review: reading('GET /api/review', {
    title: 'Look back',
    description:
      'Counts what the days `from` to `to` hold, at most 366: entries, moods that were chosen, goals with their days, what was achieved and what was left alone.',
    as: 'review',
    oneOf: ['goals:read', 'journal:read'],
  }),
  propose_entry: proposing(entryProposal, {
    title: 'Propose an entry',
    description:
      'Proposes words for the journal entry of a day. The user sees them in Lisa, and saves, changes or dismisses them. If the day has an entry, they are added to it.',
  }),
  propose_goal: proposing(goalProposal, {
    title: 'Propose a goal',
    description: 'Proposes a goal. The user sees it in Lisa, and saves, changes or dismisses it.',
  }),
  note_progress: noteProgress,
  undo,
}
