import type { ProviderEvent } from './provider-event'

const lateMs = 10_000

/** Begins an answer. `response.created` does not: LocalAI sends it before it runs the model. */
const begins = /^(?:response\.(?:output_audio|function_call|done)|output_audio_buffer\.started)/

/** Tells when the user has spoken or written, or the page has asked for an answer, and none has begun in ten seconds. */
export function watchAnswer(onLate: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAnswering = false
  /** The SDK sends the request when the answer under way is over. */
  let isAskedMeanwhile = false
  const stop = () => clearTimeout(timer)
  const start = () => {
    stop()
    timer = setTimeout(onLate, lateMs)
  }
  return {
    stop,
    /** The page has asked for an answer. */
    ask() {
      isAskedMeanwhile = isAnswering
      // Also meanwhile: a `response.created` may stay without its `response.done`.
      start()
    },
    hear({ type, item }: ProviderEvent) {
      if (type === 'response.created') isAnswering = true
      const isOver =
        type === 'input_audio_buffer.speech_stopped' ||
        (type === 'conversation.item.added' && (item as { role?: unknown } | undefined)?.role === 'user')
      if (isOver) start()
      else if (type === 'input_audio_buffer.speech_started' || begins.test(type)) stop()
      if (type !== 'response.done') return
      if (isAskedMeanwhile) start()
      isAnswering = isAskedMeanwhile = false
    },
  }
}
