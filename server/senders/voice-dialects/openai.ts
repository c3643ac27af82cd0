import { settingsOfOpenAi } from '../realtime-settings'
import { callAt, type Dialect } from './dialect'

/** OpenAI, by its published description (`RealtimeCallCreateRequest`). */
export const openai: Dialect = {
  takesSession: true,
  offer(sdp, session) {
    const body = new FormData()
    body.set('sdp', sdp)
    body.set('session', JSON.stringify(settingsOfOpenAi(session)))
    return { body }
  },
  callIn: callAt,
  hangUp: (callUrl) => ({ method: 'POST', url: `${callUrl}/hangup` }),
  sideband(callsUrl, callId) {
    const url = new URL(callsUrl)
    url.protocol = url.protocol.replace('http', 'ws')
    url.pathname = url.pathname.replace(/\/calls$/, '')
    url.searchParams.set('call_id', callId)
    return url.href
  },
}
