import { isAboutModel } from '@shared/voice-model'
import type { ProviderEvent } from './provider-event'

type Options = {
  /** What transcribes in this talk, then what to try in its place. Undefined where the server does not say it. */
  models: string[] | undefined
  /** The server reports correctly whether it transcribes. A self-hosted one may transcribe unasked, or not when asked. */
  isTold: boolean
  send: (event: ProviderEvent) => void
  /** What the user says is not written down, or is again. */
  onChange: (isOff: boolean) => void
}

/** One failed turn may be noise. */
const failuresOfModel = 2
const updateId = 'transcription'

/** Keeps what the user says written down: where a model fails, the talk goes on with the next one, until none is left. */
export function watchTranscription({ models, isTold, send, onChange }: Options) {
  const [first, ...left] = models ?? []
  let current = first
  let gone: string | undefined
  let isOff = false
  let failures = 0
  /** How far the user's last words have come without being transcribed. */
  let unwritten: 'spoken' | 'being answered' | undefined

  function setOff(value: boolean) {
    if (value === isOff) return
    isOff = value
    onChange(value)
  }

  function tryNext() {
    failures = 0
    const model = left.shift()
    if (!model) return setOff(true)
    current = model
    const session = { type: 'realtime', audio: { input: { transcription: { model } } } }
    send({ type: 'session.update', event_id: updateId, session })
  }

  if (isTold) setOff(models?.length === 0)
  return {
    isOff: () => isOff,
    /** The first model that the provider said it does not have. */
    gone: () => gone,
    hear(event: ProviderEvent) {
      if (event.type.startsWith('conversation.item.input_audio_transcription.')) unwritten = undefined
      const error = (event.error ?? {}) as { code?: unknown; param?: unknown; event_id?: unknown }
      switch (event.type) {
        case 'session.updated': {
          const { audio } = (event.session ?? {}) as { audio?: { input?: { transcription?: unknown } } }
          const transcription = audio?.input?.transcription
          if (isTold && transcription !== undefined) setOff(transcription === null)
          return
        }
        case 'conversation.item.input_audio_transcription.failed':
          if (isAboutModel(error)) gone ??= current
          failures++
          if (failures >= failuresOfModel || isAboutModel(error)) tryNext()
          return
        case 'conversation.item.input_audio_transcription.completed':
          failures = 0
          return setOff(false)
        case 'input_audio_buffer.speech_stopped':
          unwritten = 'spoken'
          return
        case 'response.created':
          unwritten &&= 'being answered'
          return
        case 'response.done':
          // A self-hosted server transcribes before it answers. OpenAI answers the sound, and may transcribe it later.
          if (!isTold && unwritten === 'being answered') setOff(true)
          return
        case 'error':
          if (error.event_id === updateId || String(error.param).includes('transcription')) tryNext()
      }
    },
  }
}
