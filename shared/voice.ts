import { z } from 'zod'
import { endpoints, fault, json } from './endpoint'

export type VoiceMode = 'general' | 'goal-setup' | 'daily-journal'

/** A key for one talk, that the browser uses with the provider itself. */
const voiceKeyView = z.strictObject({
  value: z.string(),
  expiresAt: z.number().describe('Seconds since 1970'),
  model: z.string(),
  callsUrl: z.string().describe('Where the browser posts its offer'),
  demo: z.literal(true).optional().describe('The local stand-in answers instead of a provider'),
  insecure: z.literal(true).optional().describe('The key is not from OpenAI and has a different format'),
})
export type VoiceKeyView = z.infer<typeof voiceKeyView>

export const voiceEndpoints = endpoints(
  { tag: 'Voice' },
  {
    'POST /api/voice/ephemeral-key': {
      summary: 'Get a key for one voice call',
      description: 'Tied to the settings of the call and valid for a short time.',
      answers: {
        200: json('The key that the browser uses with the voice provider', voiceKeyView),
        502: fault('The voice provider failed'),
        503: fault('Voice is not set up on this server'),
      },
      limit: {
        name: 'voice key',
        limit: 10,
        windowSeconds: 60 * 60,
        description: '10 keys an hour',
        refusal: () => "You've started a lot of calls this hour. Please try again later.",
      },
    },
  },
)
