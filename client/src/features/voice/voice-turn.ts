import type { ProviderEvent } from './provider-event'

/** Whose turn it is: the user's (silent or speaking) or Lisa's (thinking or speaking). */
export type Turn = 'user' | 'user-speaks' | 'lisa' | 'lisa-speaks'

/** A server may finish an answer before it is heard. After this time without her voice it is the user's turn. */
const longestWaitMs = 1000

/** Reports whose turn it is whenever that changes. Lisa has the first turn. */
export function followTurn(onTurn: (turn: Turn) => void) {
  let isUserSpeaking = false
  let isLisaSpeaking = false
  let isAnswerDue = true
  let hasCalledTool = false
  /** The current answer has words, and her voice has not been heard since. */
  let isUnheard = false
  let wait: ReturnType<typeof setTimeout> | undefined
  let told: Turn = 'lisa'

  function update(event: ProviderEvent) {
    const item = (event.item ?? {}) as { type?: unknown; role?: unknown }
    switch (event.type) {
      case 'input_audio_buffer.speech_started':
        isUserSpeaking = true
        break
      case 'input_audio_buffer.speech_stopped':
        isUserSpeaking = false
        isAnswerDue = true
        break
      case 'conversation.item.added':
        if (item.role === 'user') isAnswerDue = true
        break
      case 'response.created':
        isAnswerDue = true
        hasCalledTool = false
        stopWaiting()
        break
      case 'response.output_audio_transcript.delta':
      case 'response.output_audio_transcript.done':
        isUnheard ||= !isLisaSpeaking
        break
      case 'response.output_item.done':
        if (item.type === 'function_call') hasCalledTool = true
        break
      case 'response.done':
        // Lisa goes on speaking after a tool call.
        isAnswerDue = hasCalledTool
        if (isUnheard) wait = setTimeout(() => (stopWaiting(), tell()), longestWaitMs)
        break
      case 'output_audio_buffer.started':
        isLisaSpeaking = true
        stopWaiting()
        break
      case 'output_audio_buffer.stopped':
      case 'output_audio_buffer.cleared':
        isLisaSpeaking = false
    }
  }

  function stopWaiting() {
    clearTimeout(wait)
    isUnheard = false
  }

  function turn(): Turn {
    if (isUserSpeaking) return 'user-speaks'
    if (isLisaSpeaking) return 'lisa-speaks'
    return isAnswerDue || isUnheard ? 'lisa' : 'user'
  }

  function tell() {
    if (turn() === told) return
    told = turn()
    onTurn(told)
  }

  return {
    stop: stopWaiting,
    hear(event: ProviderEvent) {
      update(event)
      tell()
    },
  }
}
