import type { Loudness } from './loudness'
import type { ProviderEvent } from './provider-event'

type Options = {
  /** Of both voices. Undefined where the browser cannot measure. */
  measure: () => Loudness | undefined
  onLate: () => void
}

const lateMs = 10_000
const lookMs = 100
/** Louder than a room. */
const speechLevel = 0.1
/** Keys, clicks and coughs are shorter, or have more silence than sound. */
const shortestMs = 600
const pauseMs = 1000
/** A provider that sends nothing for so long may no longer hear the user. */
const deafMs = 20_000

/** Belongs to an answer. `response.created` does not: LocalAI sends it before it runs the model. */
const ofAnswer = /^(?:response\.(?:output_audio|function_call|done)|output_audio_buffer\.started)/

/**
 * Tells when the user has spoken or written, or the page has asked for an answer, and none has begun in ten seconds; also when
 * an answer stops for as long before its end. That the user has spoken is heard at the microphone too, in a turn of theirs
 * and where the provider may have become deaf. It is better to miss a silence than to tell one that is none.
 */
export function watchAnswer({ measure, onLate }: Options) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAnswering = false
  /** The SDK sends the request when the answer under way is over. */
  let isAskedMeanwhile = false
  let spokenMs = 0
  let quietMs = 0
  let hasSpoken = false
  /** The provider has heard the user begin, and not end. */
  let isTurn = false
  /** Since the provider's last event, or Lisa's voice. */
  let unheardMs = 0
  let unheardTimes = 0
  const stopTimer = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const start = () => {
    stopTimer()
    timer = setTimeout(() => {
      timer = undefined
      onLate()
    }, lateMs)
  }
  const forgetSpeech = () => {
    spokenMs = 0
    hasSpoken = false
  }
  const noteLife = () => {
    unheardMs = unheardTimes = 0
  }

  function look({ of, isRunning }: Loudness) {
    if (!isRunning()) return
    unheardMs += lookMs
    // A pause for thought does not end a turn.
    if (isTurn && timer && of('You') > 0) start()
    if (of('Lisa') > 0) {
      noteLife()
      // Her echo is no speech of the user, and what is heard has not stopped.
      forgetSpeech()
      if (timer) start()
    } else if (of('You') > speechLevel) {
      quietMs = 0
      spokenMs += lookMs
      hasSpoken ||= spokenMs >= shortestMs
    } else {
      quietMs += lookMs
      spokenMs = Math.max(0, spokenMs - lookMs / 2)
      if (!hasSpoken || quietMs < pauseMs) return
      forgetSpeech()
      unheardTimes++
      // It may have been noise: who gets no answer speaks again, which does not put it off.
      const mayBeDeaf = unheardTimes > 1 && unheardMs > deafMs
      if (!timer && (isTurn || mayBeDeaf)) start()
    }
  }
  const loudness = measure()
  const looking = loudness && setInterval(look, lookMs, loudness)

  return {
    stop() {
      stopTimer()
      clearInterval(looking)
      loudness?.stop()
    },
    /** The page has asked for an answer. */
    ask() {
      isAskedMeanwhile = isAnswering
      // Also meanwhile: a `response.created` may stay without its `response.done`.
      start()
    },
    hear({ type, item }: ProviderEvent) {
      noteLife()
      if (type === 'response.created') isAnswering = true
      const isOver =
        type === 'input_audio_buffer.speech_stopped' ||
        (type === 'conversation.item.added' && (item as { role?: unknown } | undefined)?.role === 'user')
      const isAnswer = ofAnswer.test(type)
      const isBegun = type === 'input_audio_buffer.speech_started'
      isTurn = isBegun || (isTurn && !isOver)
      if (isOver || isAnswer) forgetSpeech()
      // An answer that the user interrupts does not go on, though some of it may still arrive. Where the browser cannot measure,
      // nobody can tell a long answer, which is still being played, from one that has stopped.
      const goesOn = isAnswer && isAnswering && !isTurn && loudness?.isRunning() && type !== 'response.done'
      if (isOver || goesOn) start()
      else if (isBegun || isAnswer) stopTimer()
      if (type !== 'response.done') return
      if (isAskedMeanwhile) start()
      isAnswering = isAskedMeanwhile = false
    },
  }
}
