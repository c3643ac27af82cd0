import { z } from 'zod'
import { empty, endpoints, errorView, id, instant, json, noRoom } from './endpoint'
import { goalView } from './goals'
import { journalEntryView } from './journal'

/** What changed a row: a form, Lisa in a talk, a text, an import, a program with a token, or an undo. */
export const changedBy = ['form', 'lisa', 'text', 'mail', 'import', 'token', 'undo'] as const
export type ChangedBy = (typeof changedBy)[number]

export const rowKinds = ['entry', 'goal'] as const

/** For so long an earlier version of an entry or a goal is kept. */
export const versionDays = 30
/** So much of what tokens have replaced, and as much of the rest. */
export const mostVersionMB = 25

const version = {
  id,
  at: instant.describe('When this version was replaced or deleted'),
  by: z.enum(changedBy).describe('What replaced or deleted it'),
}
const listed = {
  ...version,
  elsewhere: z.literal(true).optional().describe('A change in another session replaced or deleted it'),
}
const entryVersion = z.strictObject({ ...listed, row: journalEntryView }).meta({ id: 'JournalEntryVersion' })
export type EntryVersion = z.infer<typeof entryVersion>
const goalVersion = z.strictObject({ ...listed, row: goalView }).meta({ id: 'GoalVersion' })
export type GoalVersion = z.infer<typeof goalVersion>

/** A version of either, in an export. */
export const versionRow = z.discriminatedUnion('kind', [
  z.strictObject({ ...version, row: journalEntryView, kind: z.literal('entry') }),
  z.strictObject({ ...version, row: goalView, kind: z.literal('goal') }),
])

const deletedRow = z
  .strictObject({
    id: id.describe('Of the version that was deleted'),
    kind: z.enum(rowKinds),
    rowId: id,
    label: z.string().describe('The date of the entry, or the title of the goal'),
    at: instant.describe('When it was deleted'),
  })
  .meta({ id: 'DeletedRow' })
export type DeletedRow = z.infer<typeof deletedRow>

const restored = z.union([journalEntryView, goalView])

export const versionEndpoints = endpoints(
  { tag: 'Earlier versions', id: 'Version' },
  {
    'GET /api/journal-entries/:id/versions': {
      summary: 'List the earlier versions of an entry',
      description: 'Those of the last 30 days, also of an entry that was deleted.',
      answers: { 200: json('The versions, newest first', z.array(entryVersion)) },
    },
    'GET /api/goals/:id/versions': {
      summary: 'List the earlier versions of a goal',
      description: 'Those of the last 30 days, also of a goal that was deleted.',
      answers: { 200: json('The versions, newest first', z.array(goalVersion)) },
    },
    'GET /api/deleted': {
      summary: 'List what was deleted',
      description: 'The entries and goals that were deleted in the last 30 days and not restored since.',
      answers: { 200: json('What was deleted, newest first', z.array(deletedRow)) },
    },
    'POST /api/versions/:id/restore': {
      summary: 'Bring back an earlier version',
      description:
        'The entry or goal gets the words of this version, which is a change like any other: the version that it replaces is kept. One that was deleted is created again, with its own id. Links to goals that are gone are left out.',
      answers: {
        200: json('The entry or goal as it is now', restored),
        201: json('The entry or goal, which had been deleted', restored),
        409: json('Another entry has this date', errorView.extend({ id: id.describe('The other entry') })),
        413: noRoom,
      },
    },
    'DELETE /api/versions/:id': {
      summary: 'Delete an earlier version',
      description: 'Permanently.',
      answers: { 204: empty('Deleted') },
    },
  },
)
