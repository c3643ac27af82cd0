import { isAboutModel } from '@shared/voice-model'
import type { ProviderEvent } from './provider-event'

type Options = {
  /** What transcribes in this talk, then what to try in its place. Undefined where the server does not say it. */
  models: string[] | undefined
  send: (event: ProviderEvent) => void
  /** What the user says is not written down, or is again. */
  onChange: (isOff: boolean) => void
}

/** One failed turn may be noise. */
const failuresOfModel = 2
const updateId = 'transcription'

/** Keeps what the user says written down: where a model fails, the talk goes on with the next one, until none is left. */
export function watchTranscription({ models, send, onChange }: Options) {
  const [first, ...left] = models ?? []
  let current = first
  let gone: string | undefined
  let isOff = false
  let failures = 0

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

  setOff(models?.length === 0)
  return {
    isOff: () => isOff,
    /** The first model that the provider said it does not have. */
    gone: () => gone,
    hear(event: ProviderEvent) {
      const error = (event.error ?? {}) as { code?: unknown; param?: unknown; event_id?: unknown }
      switch (event.type) {
        case 'session.updated': {
          const { audio } = (event.session ?? {}) as { audio?: { input?: { transcription?: unknown } } }
          const transcription = audio?.input?.transcription
          if (transcription !== undefined) setOff(transcription === null)
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
        case 'error':
          if (error.event_id === updateId || String(error.param).includes('transcription')) tryNext()
      }
    },
  }
}
