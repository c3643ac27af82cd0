import type { ProviderEvent } from './provider-event'

/** Whose turn it is: the user's (silent or speaking) or Lisa's (thinking or speaking). */
export type Turn = 'user' | 'user-speaks' | 'lisa' | 'lisa-speaks'

/** Reports whose turn it is whenever that changes. Lisa has the first turn. */
export function followTurn(onTurn: (turn: Turn) => void) {
  let isUserSpeaking = false
  let isLisaSpeaking = false
  let isAnswerDue = true
  let hasCalledTool = false
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
        break
      case 'response.output_item.done':
        if (item.type === 'function_call') hasCalledTool = true
        break
      case 'response.done':
        // Lisa goes on speaking after a tool call.
        isAnswerDue = hasCalledTool
        break
      case 'output_audio_buffer.started':
        isLisaSpeaking = true
        break
      case 'output_audio_buffer.stopped':
      case 'output_audio_buffer.cleared':
        isLisaSpeaking = false
    }
  }

  const turn = (): Turn =>
    isUserSpeaking ? 'user-speaks' : isLisaSpeaking ? 'lisa-speaks' : isAnswerDue ? 'lisa' : 'user'

  return {
    hear(event: ProviderEvent) {
      update(event)
      if (turn() === told) return
      told = turn()
      onTurn(told)
    },
  }
}
