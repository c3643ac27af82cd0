import { z } from 'zod'
import { calendarDay, empty, endpoints, id, json, limitUpTo } from './endpoint'
import { boundedText, textLimits } from './text'

/** How the text of a talk says who spoke, at the beginning of a line; lines without are the user's. */
export const speakers = { user: 'You: ', lisa: 'Lisa: ' } as const

const talkMemory = z
  .object({ remember: z.boolean('Must be true or false') })
  .meta({ id: 'TalkMemory', description: 'Whether Lisa remembers talks' })

const rememberedTalk = z
  .strictObject({ id, date: calendarDay, summary: z.string() })
  .meta({ id: 'RememberedTalk' })
export type RememberedTalk = z.infer<typeof rememberedTalk>

const said = boundedText(textLimits.talk).register(z.globalRegistry, {
  description: 'A line for each turn, beginning with `You: ` or `Lisa: `',
})

export const talkEndpoints = endpoints(
  { tag: 'Voice', id: 'Talk' },
  {
    'GET /api/talks/memory': {
      summary: 'Read whether Lisa remembers talks',
      description: 'Off until it is switched on.',
      answers: { 200: json('The setting', talkMemory) },
    },
    'PUT /api/talks/memory': {
      summary: 'Set whether Lisa remembers talks',
      description:
        'While it is off, no talk is remembered. What is remembered already stays until it is forgotten.',
      body: talkMemory,
      answers: { 200: json('The setting', talkMemory) },
    },
    'GET /api/talks': {
      summary: 'List what Lisa remembers',
      description:
        'Short summaries of talks; she reads the latest ones before the next, while that is switched on.',
      query: z.object({ limit: limitUpTo(100).default(100) }),
      answers: { 200: json('The summaries, newest first', z.array(rememberedTalk)) },
    },
    'POST /api/talks/:id/said': {
      summary: 'Tell what was said in a talk',
      description:
        'To be sent at its end. If Lisa remembers talks, a short summary is kept and the text is not. It is kept once: what is sent later, or after the talk was forgotten, changes nothing.',
      body: z.object({ said }),
      answers: { 204: empty('Received') },
    },
    'DELETE /api/talks/:id': {
      summary: 'Forget a talk',
      description: 'Deletes its summary, permanently.',
      answers: { 204: empty('Forgotten') },
    },
  },
)
