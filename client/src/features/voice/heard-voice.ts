import type { Loudness } from './loudness'
import type { ProviderEvent } from './provider-event'

type Options = {
  measure: () => Loudness | undefined
  onEvent: (event: ProviderEvent) => void
}

const lookMs = 100
/** A shorter sound does not count as speech. */
const shortestMs = 200
/** Silence of this length ends her speech. Pauses between her words are shorter. */
const pauseMs = 1000
/** If her answer is complete and silent for longer than this, the user has not interrupted it. */
const audibleMs = 300
/** The browser may play interrupted speech for this much longer. */
const playedOnMs = 500

/**
 * Self-hosted servers send no `output_audio_buffer` events, which say when Lisa's voice is heard. This makes those events from
 * her loudness, until the server sends one itself.
 */
export function hearVoice({ measure, onEvent }: Options) {
  let loudness: Loudness | undefined
  let timer: ReturnType<typeof setInterval> | undefined
  let isTold = false
  let isSpeaking = false
  let hasSpoken = false
  /** The current answer has words and was not interrupted. */
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

  /** The server stops Lisa when the user speaks or writes. Has no effect if her speech has already ended. */
  function yieldToUser() {
    if (isSpeaking && (hasWords || performance.now() - heardAt < audibleMs)) interrupt()
  }

  function interrupt() {
    isCut = true
    hasWords = false
    soundBeganAt = undefined
    ignoredUntil = performance.now() + playedOnMs
    // Also during a pause: the words after it will not be heard, and captions are cut only after `started`.
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
        // Of a server that sends no deltas.
        case 'response.output_audio_transcript.done':
          if (isCut || event.transcript === '') return
          // The previous answer may still be playing.
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
