import type { VoiceUsage } from '@shared/voice'
import { usageOf } from '@shared/voice-usage'
import type { ProviderEvent } from './provider-event'

/** Sums up the tokens of a talk; undefined until the provider has told some. Calls `onUsedUp` once `most` of them count. */
export function countUsage(most: number, onUsedUp: () => void) {
  let total: VoiceUsage | undefined
  let used = 0
  return {
    total: () => total,
    hear(event: ProviderEvent) {
      const usage = usageOf(event)
      if (!usage) return
      const { inputTokens, outputTokens } = total ?? { inputTokens: 0, outputTokens: 0 }
      total = { inputTokens: inputTokens + usage.input, outputTokens: outputTokens + usage.output }
      used += usage.counted
      if (used >= most) onUsedUp()
    },
  }
}
