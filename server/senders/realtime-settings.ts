import type { RealtimeSessionCreateRequest } from 'openai/resources/realtime/realtime'
import type { Env } from '../env'
import type { VoiceModels } from './voice-models'

const pcm = { type: 'audio/pcm', rate: 24_000 } as const

/** The settings of a talk that every voice server supports. */
export const realtimeSettings = ({
  model,
  transcriptionModel,
  transcriptionLanguage: language,
  voice,
}: VoiceModels & Pick<Env['realtime'], 'transcriptionLanguage' | 'voice'>) => ({
  type: 'realtime' as const,
  model,
  output_modalities: ['audio' as const],
  audio: {
    input: {
      format: pcm,
      transcription: transcriptionModel ? { model: transcriptionModel, ...(language && { language }) } : null,
      turn_detection: { type: 'semantic_vad' as const },
    },
    output: { format: pcm, speed: 1, ...(voice && { voice }) },
  },
})

type OfOpenAi = Pick<RealtimeSessionCreateRequest, 'max_output_tokens' | 'truncation' | 'reasoning'>

/** Settings that only OpenAI supports: limits on the cost of a talk, and what its models need. */
const onlyOfOpenAi = (model: string): OfOpenAi => ({
  // Two minutes of Lisa's voice.
  max_output_tokens: 2_400,
  // Each answer is charged for all that was said before. Old turns are dropped many at once, so that the rest stays cached.
  truncation: { type: 'retention_ratio', retention_ratio: 0.8, token_limits: { post_instructions: 16_000 } },
  // Reasoning delays the answer. Other models refuse the parameter, such as `gpt-realtime-2025-08-28`.
  ...(/^gpt-realtime-2(?!\d)/.test(model) && { reasoning: { effort: 'low' } }),
})

export const settingsOfOpenAi = (settings: ReturnType<typeof realtimeSettings>) => ({
  ...settings,
  audio: {
    ...settings.audio,
    input: {
      ...settings.audio.input,
      // For the microphone of a laptop, or of a phone on a table.
      noise_reduction: { type: 'far_field' },
      // So that a pause for thought does not end the user's turn. A server that cannot tell such a pause from the end would
      // always wait for the longest time, eight seconds instead of four.
      turn_detection: { ...settings.audio.input.turn_detection, eagerness: 'low' },
    },
  },
  ...onlyOfOpenAi(settings.model),
})
