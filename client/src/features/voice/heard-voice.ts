import type { Loudness } from './loudness'
import type { ProviderEvent } from './provider-event'

type Options = {
  measure: () => Loudness | undefined
  onEvent: (event: ProviderEvent) => void
}

const lookMs = 100
/** A shorter sound is no word. */
const shortestMs = 200
/** Longer than the pauses within her speech. */
const pauseMs = 1000
/** Where her answer is complete, a sound that ended longer ago was not interrupted. */
const audibleMs = 300
/** What is still played of the words that were interrupted. */
const playedOnMs = 500

/**
 * Servers of one's own do not tell when Lisa's voice is heard: then the `output_audio_buffer` events are made here, by how
 * loud she is. Once the server sends one itself, it is believed.
 */
export function hearVoice({ measure, onEvent }: Options) {
  let loudness: Loudness | undefined
  let timer: ReturnType<typeof setInterval> | undefined
  let isTold = false
  let isSpeaking = false
  let hasSpoken = false
  /** The answer under way has words, and was not interrupted. */
  let hasWords = false
  let isCut = false
  let soundBeganAt: number | undefined
  let heardAt = -Infinity
  let ignoredUntil = 0

  function tell(what: 'started' | 'stopped' | 'cleared') {
    isSpeaking = what === 'started'
    onEvent({ type: `output_audio_buffer.${what}` })
  }

  function look() {
    const now = performance.now()
    if (loudness && loudness.of('Lisa') > 0 && now >= ignoredUntil) {
      soundBeganAt ??= now
      heardAt = now
      if (isSpeaking || now - soundBeganAt < shortestMs) return
      hasSpoken = true
      tell('started')
    } else if (now - heardAt >= pauseMs) {
      soundBeganAt = undefined
      if (isSpeaking) tell('stopped')
    }
  }

  /** The server stops her voice, if it has not ended by itself. */
  function yieldToUser() {
    if (isSpeaking && (hasWords || performance.now() - heardAt < audibleMs)) interrupt()
  }

  function interrupt() {
    isCut = true
    hasWords = false
    soundBeganAt = undefined
    ignoredUntil = performance.now() + playedOnMs
    // In a pause too, since the words after it are not heard.
    if (!isSpeaking) tell('started')
    tell('cleared')
  }

  function stop() {
    clearInterval(timer)
    timer = undefined
    loudness?.stop()
    loudness = undefined
  }

  return {
    stop,
    hear(event: ProviderEvent) {
      if (isTold) return
      switch (event.type) {
        case 'output_audio_buffer.started':
        case 'output_audio_buffer.stopped':
        case 'output_audio_buffer.cleared':
          isTold = true
          return stop()
        case 'response.created':
          hasWords = false
          isCut = false
          return
        case 'response.output_audio_transcript.delta':
          if (isCut) return
          // The sound of the answer before may not have ended yet.
          if (!hasWords && isSpeaking) tell('started')
          hasWords = true
          if (timer) return
          timer = setInterval(look, lookMs)
          loudness = measure()
          return
        case 'response.done':
          if (Object(event.response).status === 'cancelled' && hasWords && hasSpoken) interrupt()
          hasWords = false
          return
        case 'conversation.item.added':
          return Object(event.item).role === 'user' && yieldToUser()
        case 'input_audio_buffer.speech_started':
          return yieldToUser()
      }
    },
  }
}
