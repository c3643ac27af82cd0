import type { Env } from '../env'
import type { VoiceModels } from './voice-models'

const pcm = { type: 'audio/pcm', rate: 24_000 }

/** The settings of a talk that the provider's key is bound to. */
export const realtimeSettings = ({
  model,
  transcriptionModel,
  voice,
}: VoiceModels & Pick<Env['realtime'], 'voice'>) => ({
  type: 'realtime',
  model,
  output_modalities: ['audio'],
  audio: {
    input: {
      format: pcm,
      transcription: transcriptionModel ? { model: transcriptionModel } : null,
      // Low eagerness, so that a pause for thought does not end the user's turn.
      turn_detection: { type: 'semantic_vad', eagerness: 'low' },
    },
    output: { format: pcm, speed: 1, ...(voice && { voice }) },
  },
})
