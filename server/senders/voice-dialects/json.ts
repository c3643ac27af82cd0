import { z } from 'zod'
import { parsedJson } from '../parsed-json'
import { type Dialect, sdpIn } from './dialect'

const jsonAnswer = z.object({ sdp: z.string(), session_id: z.string().min(1).max(200) })

/** LocalAI. */
export const json: Dialect = {
  takesSession: false,
  offer: (sdp, session) => ({
    body: JSON.stringify({ sdp, model: session.model, session }),
    type: 'application/json',
  }),
  callIn({ text }) {
    const { data } = jsonAnswer.safeParse(parsedJson(text))
    return { id: data?.session_id, answer: sdpIn(data?.sdp) }
  },
}
