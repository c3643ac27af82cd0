import type { ProviderEvent } from './provider-event'

type Callbacks = {
  /** Somebody has said something, or is speaking. */
  onWords: () => void
  onQuiet: () => void
  /** Nobody has said anything for so long that the user should be asked whether to go on. */
  onAsk: () => void
  onEnd: () => void
}
type Speaker = 'Lisa' | 'You'

const quietMs = 30_000
const askMs = 60_000
const endMs = 120_000

/** Measures the time without a word from either side. */
export function watchIdle({ onWords, onQuiet, onAsk, onEnd }: Callbacks) {
  const speaking = new Set<Speaker>()
  let isAsked = false
  let timers: ReturnType<typeof setTimeout>[] = []
  const stop = () => timers.splice(0).forEach(clearTimeout)

  function hearWords(speaker: Speaker, isSpeaking?: boolean) {
    // Her question whether to go on is not a reason to go on.
    if (isAsked && speaker === 'Lisa') return
    isAsked = false
    if (isSpeaking !== undefined) speaking[isSpeaking ? 'add' : 'delete'](speaker)
    onWords()
    stop()
    if (speaking.size > 0) return
    timers = [setTimeout(onQuiet, quietMs), setTimeout(ask, askMs), setTimeout(onEnd, endMs)]
  }
  function ask() {
    isAsked = true
    onAsk()
  }

  return {
    start: () => hearWords('You', false),
    stop,
    hearTyping: () => hearWords('You'),
    hear(event: ProviderEvent) {
      switch (event.type) {
        case 'input_audio_buffer.speech_started':
          return hearWords('You', true)
        case 'input_audio_buffer.speech_stopped':
          return hearWords('You', false)
        case 'conversation.item.added':
          return (event.item as { role?: unknown } | undefined)?.role === 'user' && hearWords('You')
        case 'output_audio_buffer.started':
          return hearWords('Lisa', true)
        case 'output_audio_buffer.stopped':
        case 'output_audio_buffer.cleared':
          return hearWords('Lisa', false)
        case 'response.output_audio_transcript.delta':
          return hearWords('Lisa')
      }
    },
  }
}
