import { countedTokens, type Usage } from '@shared/voice-usage'
import type { ProviderEvent } from './provider-event'

type VoiceUsage = { inputTokens: number; outputTokens: number }

/** Sums up the tokens of a talk, undefined as long as the provider has told none; `most` of them may count. */
export function countUsage(most: number, onUsedUp: () => void) {
  let total: VoiceUsage | undefined
  let counted = 0
  return {
    total: () => total,
    hear(event: ProviderEvent) {
      const { usage } = (event.response ?? {}) as { usage?: Usage | null }
      if (event.type !== 'response.done' || !usage) return
      total = {
        inputTokens: (total?.inputTokens ?? 0) + (usage.input_tokens ?? 0),
        outputTokens: (total?.outputTokens ?? 0) + (usage.output_tokens ?? 0),
      }
      counted += countedTokens(usage)
      if (counted >= most) onUsedUp()
    },
  }
}
