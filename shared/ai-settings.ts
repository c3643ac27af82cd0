import { z } from 'zod'
import { endpoints, json } from './endpoint'

/** What is refused with 503 while it is switched off, by the user or for all. */
export const aiSwitchedOff = "Lisa's AI is switched off"

const aiSettings = z
  .strictObject({
    enabled: z.boolean().describe('Whether Lisa may use AI for this user'),
    voiceHost: z
      .string()
      .optional()
      .describe(
        'The host of the voice model, which gets the words of talks. Left out if voice is not set up',
      ),
    textHost: z
      .string()
      .optional()
      .describe('The host of the text model, which writes replies and summaries. Left out if none is set up'),
    offForAll: z.literal(true).optional().describe('It is switched off on this server (`AI=off`)'),
  })
  .meta({ id: 'AiSettings' })
export type AiSettings = z.infer<typeof aiSettings>

const description =
  'While it is off, no model is asked for this user: no talk begins and none is remembered, and texts get plain replies and plain summaries.'

export const aiEndpoints = endpoints(
  { tag: 'AI' },
  {
    'GET /api/ai-settings': {
      summary: 'Read whether Lisa may use AI',
      description,
      answers: { 200: json('The setting', aiSettings) },
    },
    'PUT /api/ai-settings': {
      summary: 'Set whether Lisa may use AI',
      description: `${description} Switching it off ends an open talk.`,
      body: z.object({ enabled: z.boolean('Must be true or false') }),
      answers: { 200: json('The setting', aiSettings) },
    },
  },
)
