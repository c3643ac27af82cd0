import { z } from 'zod'
import { dangerKinds } from './danger/kinds'
import { empty, endpoints, fault, id, json, KiB } from './endpoint'

export type VoiceMode = 'general' | 'goal-setup' | 'daily-journal'

/** A key for one talk: it is good for one offer to `callsUrl`, in a session of the same user. */
const voiceKeyView = z.strictObject({
  value: z.string().describe('Begins with ek_'),
  expiresAt: z.number().describe('Seconds since 1970'),
  model: z.string(),
  callsUrl: z.string().describe('Where the browser posts its offer'),
  talkId: id.describe('The id that the talk will have'),
  seconds: z.int().min(1).describe('How long the talk may last at the most'),
  tokens: z
    .int()
    .min(1)
    .optional()
    .describe(
      "The most tokens that it may use, if there is a limit: input and output; input from the provider's cache counts an eightieth",
    ),
  transcriptionModels: z
    .array(z.string())
    .describe(
      'What writes down what the user says, and what to try in its place in this talk, in this order; empty if nothing does',
    ),
  transcription: z.literal(false).optional().describe('Nothing writes down what the user says'),
  session: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('The settings of the talk, if the page has to send them itself with `session.update`'),
  demo: z.literal(true).optional().describe('The local stand-in answers instead of a provider'),
})

const tokens = z.int().min(0).max(1_000_000_000)

/** What the provider has told about a talk. */
const voiceUsage = z.object({ inputTokens: tokens, outputTokens: tokens })
export type VoiceUsage = z.infer<typeof voiceUsage>

/** Each kind once at the most; anything else counts as none, and does not keep a talk from ending. */
const kindsShown = z.array(z.enum(dangerKinds)).max(dangerKinds.length).optional().catch(undefined)

const endOfTalk = z.object({
  talkId: id.optional().describe('Ends this talk only; without it, the one that is open'),
  // A provider that counts strangely must not keep a talk from ending.
  usage: voiceUsage.optional().catch(undefined),
  goneTranscription: z
    .string()
    .max(200)
    .optional()
    .catch(undefined)
    .describe('The transcription model that the provider said in this talk it does not have'),
  helpShown: kindsShown.describe(
    'The kinds of danger for which the screen showed numbers to call in this talk. They are counted in a metric, and stored nowhere',
  ),
  lineShown: kindsShown.describe('The kinds for which it showed the quiet notice'),
})
export type EndOfTalk = z.infer<typeof endOfTalk>

const notSetUp = fault("Voice is not set up on this server, or Lisa's AI is switched off")
const outOfMinutes = {
  ...fault('No minutes are left today; the sentence says when there are more'),
  header: 'Retry-After',
}

export const voiceEndpoints = endpoints(
  { tag: 'Voice', id: 'Talk' },
  {
    'GET /api/voice/help': {
      summary: 'Read whom the operator names for help, and the country of the phone',
      description:
        'For a person in danger. `contact` is the setting `SAFETY_CONTACT`, shown beside the numbers of the country; `phoneCountry` is the ISO code of the country of the confirmed phone number, which goes before that of the timezone.',
      answers: {
        200: json(
          'Null is what is not set or not known',
          z.strictObject({ contact: z.string().nullable(), phoneCountry: z.string().nullable() }),
        ),
      },
    },
    'POST /api/voice/ephemeral-key': {
      summary: 'Get a key for one talk',
      description: 'A key that has not been used is given again while it is valid, and counts once.',
      answers: {
        200: json('The key for `callsUrl`', voiceKeyView),
        429: { ...outOfMinutes, description: '10 keys an hour; or no minutes are left today' },
        503: notSetUp,
      },
      limit: {
        name: 'voice key',
        limit: 10,
        windowSeconds: 60 * 60,
        description: '10 keys an hour',
        refusal: () => "You've started a lot of calls this hour. Please try again later.",
      },
    },
    'POST /api/voice/calls': {
      summary: 'Begin a talk',
      description:
        "Passes the offer of the browser's WebRTC connection on to the voice provider. The key goes along as `Authorization: Bearer ek_…`, beside the session. Ends the talk that was open.",
      body: z.string().startsWith('v=0', 'The body is not an SDP offer'),
      bodyType: 'application/sdp',
      bodyLimit: 32 * KiB,
      answers: {
        201: {
          description: "The provider's answer; the last part of `Location` is the talk's id",
          type: 'application/sdp',
          header: 'Location',
          optionalHeader: {
            name: 'X-Lisa-Transcription',
            description: '`off` if nothing writes down what the user says',
          },
        },
        400: fault('The body is not an SDP offer'),
        401: fault("Signed out, or the key is unknown, used, expired or another user's"),
        409: fault('The talk was ended before it had begun'),
        413: fault('The body is larger than 32 KiB'),
        415: fault('The body is compressed, or not application/sdp'),
        429: outOfMinutes,
        502: fault('The voice provider failed; no minutes are used up'),
        503: {
          ...fault(
            "Voice is not set up on this server, Lisa's AI is switched off, or the voice server has no room for another talk",
          ),
          optionalHeader: { name: 'Retry-After', description: 'If the voice server has no room' },
        },
      },
    },
    'GET /api/voice/calls/:id': {
      summary: 'Ask whether a talk is still open',
      description:
        'For a page whose voice server cannot be told to hang up: the talk may have been ended in another window.',
      answers: { 200: json('The answer', z.strictObject({ isOpen: z.boolean() })) },
    },
    'DELETE /api/voice/calls': {
      summary: 'End the talk',
      description: 'Also where none is open.',
      body: endOfTalk,
      objectsInBody: 3,
      answers: { 204: empty('It has ended') },
    },
  },
)
