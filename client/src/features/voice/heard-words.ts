import type { ProviderEvent } from './provider-event'
import type { CaptionChange } from './voice-state'

/** The assumed speed of Lisa's speech, until she has spoken a whole answer in this talk. */
const usualCharactersPerMs = 15 / 1000
/** A shorter answer is not enough to measure her speed. */
const shortestMs = 1000

/**
 * Cuts Lisa's captions to the words that were played. The provider sends her words faster than she speaks, and when she
 * is interrupted it tells only how long her audio was played.
 */
export function heardWords() {
  const texts = new Map<string, string>()
  let charactersPerMs = usualCharactersPerMs
  let itemId = ''
  let startedAt: number | undefined
  /** How long the current answer was played before its last pause. */
  let playedMs = 0
  /** The answer is complete, but may still be playing. */
  let isWhole = false
  /** The answer that was interrupted last. Its remaining sound is not a new answer. */
  let cutItemId: string | undefined

  function cut(id: string, ms: number): CaptionChange | undefined {
    const text = texts.get(id)
    if (text === undefined) return undefined
    const heard = wholeWords(text, Math.round(ms * charactersPerMs))
    return { id, speaker: 'Lisa', text: heard, isDone: true, isCut: true }
  }

  /** Her audio has ended, complete or interrupted. */
  function end(isInterrupted: boolean): CaptionChange | undefined {
    if (startedAt === undefined) return undefined
    const ms = performance.now() - startedAt
    startedAt = undefined
    if (itemId === cutItemId) return undefined
    playedMs = isInterrupted || isWhole ? 0 : ms
    if (isInterrupted) {
      cutItemId = itemId
      return cut(itemId, ms)
    }
    const { length } = texts.get(itemId) ?? ''
    if (isWhole && ms >= shortestMs && length) charactersPerMs = length / ms
    return undefined
  }

  return {
    /** Returns the change of the captions that the event causes, if any. */
    hear(event: ProviderEvent): CaptionChange | undefined {
      switch (event.type) {
        case 'response.created':
          playedMs = 0
          isWhole = false
          return undefined
        case 'response.done':
          isWhole = true
          return undefined
        case 'response.output_audio_transcript.delta':
          itemId = String(event.item_id)
          texts.set(itemId, (texts.get(itemId) ?? '') + String(event.delta ?? ''))
          return undefined
        case 'response.output_audio_transcript.done':
          itemId = String(event.item_id)
          texts.set(itemId, String(event.transcript ?? '').trim())
          return undefined
        case 'output_audio_buffer.started':
          startedAt = performance.now() - playedMs
          return undefined
        case 'output_audio_buffer.stopped':
          return end(false)
        case 'output_audio_buffer.cleared':
          return end(true)
        case 'conversation.item.truncated':
          return cut(String(event.item_id), Number(event.audio_end_ms))
        default:
          return undefined
      }
    },
    /** The talk ends, possibly while she is speaking. */
    stop: () => end(true),
  }
}

/** The first `characters` of `text`, without a word that is cut off. */
function wholeWords(text: string, characters: number): string {
  if (characters >= text.length) return text
  const start = text.slice(0, characters)
  const whole = /\s/.test(text[characters] ?? '') ? start : start.replace(/(^|\s)\S*$/, '')
  // Scripts without spaces have no words to cut at.
  const heard = (/\s/.test(text) ? whole : start).trim()
  return heard && `${heard}…`
}
