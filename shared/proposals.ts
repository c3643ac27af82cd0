import { z } from 'zod'
import { day } from './dates'
import { empty, endpoints, fault, id, instant, json, MiB } from './endpoint'
import { goalInput, goalView } from './goals'
import { journalEntryInput, journalEntryView } from './journal'
import { boundedText } from './text'

export const proposalKinds = ['entry', 'goal', 'progress'] as const
export type ProposalKind = (typeof proposalKinds)[number]

/** A proposal waits so long for a yes. */
export const proposalDays = 7
/** So many a day from one token. */
export const mostProposals = 20

/** That a goal was worked on, on a day: it and the note are filled into the entry of that day. */
const progressInput = z
  .object({ goalId: z.uuid('Goal not found'), entryDate: day, note: z.optional(boundedText(1_000)) })
  .meta({ id: 'ProgressInput' })
export type ProgressInput = z.infer<typeof progressInput>

/** What is proposed: a body as `POST` of an entry or a goal takes it, or a {@link ProgressInput}. */
export const proposalPayloads = { entry: journalEntryInput, goal: goalInput, progress: progressInput }

const reason = z.nullish(boundedText(500)).describe('Why, for the user to read')
const proposalInput = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('entry'), payload: journalEntryInput, reason }),
    z.object({ kind: z.literal('goal'), payload: goalInput, reason }),
    z.object({ kind: z.literal('progress'), payload: progressInput, reason }),
  ])
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

/** As for an entry. */
const bodyLimit = 4 * MiB
const row = z.union([journalEntryView, goalView])

export const proposalEndpoints = endpoints(
  { tag: 'Proposals', id: 'Proposal' },
  {
    'POST /api/jwt/proposals': {
      summary: 'Propose an entry, a goal or progress',
      description: `Nothing of it is saved until the user says yes. It waits ${proposalDays} days. At most ${mostProposals} a day from one token.`,
      bearer: true,
      scopes: ['propose'],
      body: proposalInput,
      bodyLimit,
      objectsInBody: 2,
      answers: { 201: json('The proposal', proposalView) },
    },
    'GET /api/proposals': {
      summary: 'List what waits for my yes',
      description: 'Proposals that were neither accepted nor dismissed, of the last seven days.',
      answers: { 200: json('The proposals, oldest first', z.array(proposalView)) },
    },
    'POST /api/proposals/:id/accept': {
      summary: 'Accept a proposal',
      description:
        'Saves it, once: repeated, it answers with the same row. `payload` is what the user made of it. An entry or progress of a day that has an entry is filled in there.',
      body: z.object({ payload: z.record(z.string(), z.unknown()).optional() }),
      bodyLimit,
      objectsInBody: 2,
      answers: { 200: json('The entry or goal as it is now', row), 409: fault('The entry is full') },
    },
    'DELETE /api/proposals/:id': {
      summary: 'Dismiss a proposal',
      description: 'Nothing of it is saved.',
      answers: { 204: empty('Dismissed') },
    },
  },
)
