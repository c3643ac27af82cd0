import type { ProviderEvent } from './provider-event'

const lateMs = 10_000

/** Begins an answer. `response.created` does not: LocalAI sends it before it runs the model. */
const begins = /^(?:response\.(?:output_audio|function_call|done)|output_audio_buffer\.started)/

/** Tells when the user has spoken or written, and no answer has begun in ten seconds. */
export function watchAnswer(onLate: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => clearTimeout(timer)
  return {
    stop,
    hear({ type, item }: ProviderEvent) {
      const isOver =
        type === 'input_audio_buffer.speech_stopped' ||
        (type === 'conversation.item.added' && (item as { role?: unknown } | undefined)?.role === 'user')
      if (!isOver && type !== 'input_audio_buffer.speech_started' && !begins.test(type)) return
      stop()
      if (isOver) timer = setTimeout(onLate, lateMs)
    },
  }
}
