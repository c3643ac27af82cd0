import type { Page } from '@playwright/test'
import type { RealtimeResponse } from 'openai/resources/realtime/realtime'
import { answerCall, type Script } from '../server/local/voice-provider/call'
import { dialects } from '../server/local/voice-provider/dialects'
import type { Event, RealtimeSession } from '../server/local/voice-provider/realtime-session'
import { key } from './voice-screen'

/** The one under test. */
export const dialect = (process.env.REALTIME_DIALECT || 'openai') as keyof typeof dialects

type Options = {
  /** The most that the talk may last. */
  seconds?: number
  /** The most tokens that it may use. */
  tokens?: number
  /** None: the talk has no transcription. */
  transcriptionModels?: string[]
  /** The settings of the session, if the page has to send them, as with all dialects but `openai`. */
  session?: object
  /** Changes the answer to the browser's offer. */
  describe?: (sdp: string) => string
  /** Sees each event of the browser first. If it returns true, the event gets no answer. */
  intercept?: (event: Event, session: RealtimeSession) => boolean
  /** By default as the dialect under test. */
  sends?: Script['sends']
}

/**
 * A provider over real WebRTC that says nothing by itself, for tests of what happens when one misbehaves: the test says
 * what it sends, as events of OpenAI.
 */
export async function provideVoice(
  page: Page,
  {
    seconds = 900,
    tokens = 200_000,
    transcriptionModels = ['writer'],
    session: given,
    describe,
    intercept,
    sends = dialects[dialect].sends,
  }: Options = {},
) {
  const calls = new Set<() => void>()
  const received: Event[] = []
  const ended: object[] = []
  const talkId = crypto.randomUUID()
  const callsUrl = new URL('/api/voice/calls', page.url()).href
  let begin: (session: RealtimeSession) => void = () => {}
  const [model] = transcriptionModels
  const settings = { type: 'realtime', audio: { input: { transcription: model ? { model } : null } } }
  const ofKey = given ?? (dialect === 'openai' ? undefined : settings)
  const session = new Promise<RealtimeSession>((resolve) => (begin = resolve))

  await page.route(key, (route) =>
    route.fulfill({
      json: {
        value: 'ek_test',
        model: 'gpt-realtime',
        callsUrl,
        talkId,
        seconds,
        tokens,
        transcriptionModels,
        session: ofKey,
      },
    }),
  )
  await page.route(callsUrl, async (route) => {
    const request = route.request()
    if (request.method() === 'DELETE') {
      ended.push(request.postDataJSON() as object)
      return route.fulfill({ status: 204 })
    }
    const sdp = await answerCall(request.postData() ?? '', ofKey ? { type: 'realtime' } : settings, calls, {
      run: begin,
      sends,
      intercept(event, session) {
        received.push(event)
        return intercept?.(event, session) ?? false
      },
    })
    return route.fulfill({ status: 201, contentType: 'application/sdp', body: describe?.(sdp) ?? sdp })
  })

  return {
    talkId,
    /** The session of the first call, once its data channel is open. */
    session,
    /** What the browser has sent over the data channel. */
    received,
    /** What the browser has told our server at the end of its talks. */
    ended,
    hangUp: () => calls.forEach((close) => close()),
  }
}

/** A response that ends in this way instead of with an answer. */
export function failResponse(
  session: RealtimeSession,
  status: RealtimeResponse['status'],
  status_details: RealtimeResponse['status_details'],
) {
  const response: RealtimeResponse = { id: crypto.randomUUID(), object: 'realtime.response', output: [] }
  session.send('response.created', { response: { ...response, status: 'in_progress' } })
  const usage = { input_tokens: 30, output_tokens: 12 }
  session.send('response.done', { response: { ...response, status, status_details, usage } })
}
