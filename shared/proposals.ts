import { z } from 'zod'
import { day } from './day'
import { daily, empty, endpoints, fault, id, instant, json, MiB, noRoom } from './endpoint'
import { goalInput, goalView } from './goals'
import { entryRecord, journalEntryInput, journalEntryView } from './journal'
import { boundedText } from './text-input'

export const proposalKinds = ['entry', 'goal', 'progress'] as const
export type ProposalKind = (typeof proposalKinds)[number]

/** A proposal waits so long for a yes. */
export const proposalDays = 7
/** So many a day from one token. */
const mostProposals = 20
/** At most so many proposals of tokens with one name wait: nobody reads more, and one program keeps out no other. */
export const mostWaiting = 20

/** Counted for a token, within its user. */
export const proposalLimit = daily(
  'proposals',
  mostProposals,
  `${mostProposals} proposals a day from one token`,
  `A token may propose ${mostProposals} things a day.`,
)

const { refusal } = entryRecord.fields.goalIds
/** That a goal was worked on, on a day: it and the note are filled into the entry of that day. */
const progressInput = z
  .object({ goalId: z.guid(refusal).toLowerCase(), entryDate: day, note: z.optional(boundedText(1_000)) })
  .meta({ id: 'ProgressInput' })

/** What is proposed: a body as `POST` of an entry or a goal takes it, or what was done for a goal. */
export const proposalPayloads = { entry: journalEntryInput, goal: goalInput, progress: progressInput }

const reason = z.nullish(boundedText(500)).describe('Why, for the user to read')
const proposalOf = <const K extends ProposalKind, P extends z.core.$ZodType>(
  kind: K,
  payload: P,
  id: string,
) => z.object({ kind: z.literal(kind), payload, reason }).meta({ id })
const proposalInput = z
  .discriminatedUnion(
    'kind',
    [
      proposalOf('entry', journalEntryInput, 'EntryProposal'),
      proposalOf('goal', goalInput, 'GoalProposal'),
      proposalOf('progress', progressInput, 'ProgressProposal'),
    ],
    `Must be ${proposalKinds.slice(0, -1).join(', ')} or ${proposalKinds.at(-1)}`,
  )
  .meta({ id: 'ProposalInput' })
export type ProposalInput = z.infer<typeof proposalInput>

const proposalView = z
  .strictObject({
    id,
    kind: z.enum(proposalKinds),
    payload: z.record(z.string(), z.unknown()),
    reason: z.string().nullable(),
    tokenName: z.string(),
    createdAt: instant,
    expiresAt: instant,
  })
  .meta({ id: 'Proposal' })
export type ProposalView = z.infer<typeof proposalView>

const row = z.union([journalEntryView, goalView])

export const proposalEndpoints = endpoints(
  { tag: 'Proposals', id: 'Proposal' },
  {
    'POST /api/jwt/proposals': {
      summary: 'Propose an entry, a goal or progress',
      description: `Nothing of it is saved until the user says yes, for which it waits ${proposalDays} days. \`payload\` is what POST of an entry or a goal takes, or what was done for a goal on a day.`,
      bearer: true,
      scopes: ['propose'],
      body: proposalInput,
      objectsInBody: 2,
      answers: {
        201: json('The proposal', proposalView),
        409: fault(`${mostWaiting} proposals of tokens with this name wait already`),
      },
      limit: proposalLimit,
    },
    'GET /api/proposals': {
      summary: 'List what waits for my yes',
      description: `Those that were neither accepted nor dismissed, of the last ${proposalDays} days.`,
      answers: { 200: json('The proposals, oldest first', z.array(proposalView)) },
    },
    'POST /api/proposals/:id/accept': {
      summary: 'Accept a proposal',
      description:
        'Saves it, once: repeated, it answers with the same row. `payload` is what the user made of it, of the same kind. An entry or progress of a day that has an entry is filled in there, and what is in it stays.',
      body: z.object({ payload: z.record(z.string(), z.unknown()).optional() }),
      // As for an entry.
      bodyLimit: 4 * MiB,
      objectsInBody: 2,
      answers: {
        200: json('The entry or goal as it is now', row),
        409: fault(
          'A goal that it names is gone, or the entry of the day has no room for it; nothing is saved',
        ),
        413: noRoom,
      },
    },
    'DELETE /api/proposals/:id': {
      summary: 'Dismiss a proposal',
      description: 'Nothing of it is saved. One that was accepted is not found.',
      answers: { 204: empty('Dismissed') },
    },
  },
)
