import { z } from 'zod'
import { calendarDay, empty, endpoints, fault, id, json, limitUpTo } from './endpoint'
import { day } from './day'
import { textLimits } from './text'
import { boundedText } from './text-input'

/** How the text of a talk says who spoke, at the beginning of a line; lines without are the user's. */
export const speakers = { user: 'You: ', lisa: 'Lisa: ' } as const

const talkMemory = z
  .strictObject({
    remember: z.boolean().describe('Whether Lisa remembers talks'),
    readsJournal: z.boolean().describe('Whether Lisa may read the whole journal'),
    isSummarised: z
      .boolean()
      .describe("Whether a text model writes the summaries; else they are the user's own words"),
  })
  .meta({ id: 'TalkMemory' })
export type TalkMemory = z.infer<typeof talkMemory>

const onOrOff = z.boolean('Must be true or false').optional()
const talkMemoryInput = z.object({ remember: onOrOff, readsJournal: onOrOff })
export type TalkMemoryInput = z.infer<typeof talkMemoryInput>

export const intention = z
  .object({
    date: day,
    text: boundedText(textLimits.intention),
    asked: z.boolean('Must be true or false').describe('Lisa has asked about it'),
  })
  .meta({ id: 'Intention', description: 'What the user said they would do, and on which day' })
export type Intention = z.infer<typeof intention>
export const mostIntentions = 10
const namedIntention = intention.pick({ date: true, text: true })
export type NamedIntention = z.infer<typeof namedIntention>

const rememberedTalk = z
  .strictObject({
    id,
    date: calendarDay,
    summary: z.string(),
    kept: z.boolean().describe('It does not end after 90 days'),
    intentions: z.array(intention),
  })
  .meta({ id: 'RememberedTalk' })
export type RememberedTalk = z.infer<typeof rememberedTalk>

const intentionChange = z.object({ from: namedIntention, to: namedIntention.optional() })
export type IntentionChange = z.infer<typeof intentionChange>
const talkChange = z.object({
  kept: onOrOff,
  intention: intentionChange
    .optional()
    .describe('`from` becomes `to`, or is removed without it. On another day Lisa has not asked about it.'),
  asked: z
    .array(namedIntention)
    .max(mostIntentions, `Must be at most ${mostIntentions}`)
    .optional()
    .describe('Those that Lisa has asked about'),
})
export type TalkChange = z.infer<typeof talkChange>

const said = boundedText(textLimits.talk).register(z.globalRegistry, {
  description: 'A line for each turn, beginning with `You: ` or `Lisa: `',
})

export const talkEndpoints = endpoints(
  { tag: 'Voice', id: 'Talk' },
  {
    'GET /api/talks/memory': {
      summary: 'Read what Lisa may remember and read',
      description: 'Both are off until they are switched on.',
      answers: { 200: json('The setting', talkMemory) },
    },
    'PUT /api/talks/memory': {
      summary: 'Set what Lisa may remember and read',
      description:
        'While `remember` is off, no talk is remembered. What is remembered already stays until it is forgotten. What is left out stays as it is.',
      body: talkMemoryInput,
      answers: { 200: json('The setting', talkMemory) },
    },
    'GET /api/talks': {
      summary: 'List what Lisa remembers',
      description:
        'Short summaries of talks; she reads the latest ones before the next, while that is switched on. They end after 90 days unless kept.',
      query: z.object({
        limit: limitUpTo(100).default(100),
        before: id.optional().describe('Of a talk: only those that began before it'),
      }),
      answers: { 200: json('The summaries, newest first', z.array(rememberedTalk)) },
    },
    'POST /api/talks/:id/said': {
      summary: 'Tell what was said in a talk',
      description:
        'To be sent at its end. If Lisa remembers talks, a short summary is kept and the text is not. It is kept once: what is sent later, or after the talk was forgotten, changes nothing.',
      body: z.object({ said }),
      answers: { 204: empty('Received') },
    },
    'PATCH /api/talks/:id': {
      summary: 'Change what is remembered of a talk',
      description:
        'Whether it is kept for longer than 90 days, one of the things that the user meant to do, and what Lisa has asked about. What is left out stays as it is.',
      body: talkChange,
      objectsInBody: 3 + 1 + mostIntentions,
      answers: {
        200: json('The talk', rememberedTalk),
        409: fault('`from` is none of its intentions: it was changed in the meantime'),
      },
    },
    'DELETE /api/talks/:id': {
      summary: 'Forget a talk',
      description: 'Deletes its summary, permanently.',
      answers: { 204: empty('Forgotten') },
    },
  },
)
