import type { ProviderEvent } from './provider-event'
import type { CaptionChange } from './voice-state'

type Content = { type?: string; text?: string; transcript?: string | null }

/** The change of the captions that follows from a provider event, if any. `isUnwritten`: nothing is transcribed. */
export function captionChangeOf(event: ProviderEvent, isUnwritten = false): CaptionChange | undefined {
  const id = String(event.item_id)
  const text = (field: string) => String(event[field] ?? '')
  switch (event.type) {
    case 'conversation.item.added': {
      // The transcript arrives late, so reserve its place before the answer.
      const item = event.item as { id?: string; role?: string; content?: Content[] } | undefined
      if (!item?.id || item.role !== 'user') return undefined
      // LocalAI adds the item again under a new id once it is transcribed.
      if (item.content?.some(({ transcript }) => transcript)) return undefined
      const written = item.content?.find(({ type }) => type === 'input_text')
      return {
        id: item.id,
        speaker: 'You',
        ...(written
          ? { text: written.text ?? '', isDone: true }
          : isUnwritten && { isDone: true, isUnwritten }),
      }
    }
    case 'conversation.item.input_audio_transcription.delta':
      return { id, speaker: 'You', delta: text('delta') }
    case 'conversation.item.input_audio_transcription.completed':
      return { id, speaker: 'You', text: text('transcript').trim(), isDone: true, isUnwritten: false }
    case 'conversation.item.input_audio_transcription.failed':
      return { id, speaker: 'You', isDone: true, isUnwritten: true }
    case 'response.output_audio_transcript.delta':
      return { id, speaker: 'Lisa', delta: text('delta') }
    case 'response.output_audio_transcript.done':
      return { id, speaker: 'Lisa', text: text('transcript').trim(), isDone: true }
    case 'response.output_item.done': {
      // Also sent when the answer was interrupted.
      const item = event.item as { id?: string; type?: string } | undefined
      return item?.id && item.type === 'message' ? { id: item.id, speaker: 'Lisa', isDone: true } : undefined
    }
    default:
      return undefined
  }
}
