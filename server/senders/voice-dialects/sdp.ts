import { callAt, type Dialect } from './dialect'

/** huggingface/speech-to-speech. */
export const sdp: Dialect = {
  takesSession: false,
  offer: (sdp) => ({ body: sdp, type: 'application/sdp' }),
  callIn: callAt,
  hangUp: (callUrl) => ({ method: 'DELETE', url: callUrl }),
  full: 'session_limit_reached',
}
