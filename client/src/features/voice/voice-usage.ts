import type { ProviderEvent } from './provider-event'

type VoiceUsage = { inputTokens: number; outputTokens: number }

/** Sums up the tokens of a talk. Undefined as long as the provider has told none. */
export function countUsage() {
  let total: VoiceUsage | undefined
  return {
    total: () => total,
    hear(event: ProviderEvent) {
      const { usage } = (event.response ?? {}) as {
        usage?: { input_tokens?: number; output_tokens?: number } | null
      }
      if (event.type !== 'response.done' || !usage) return
      total = {
        inputTokens: (total?.inputTokens ?? 0) + (usage.input_tokens ?? 0),
        outputTokens: (total?.outputTokens ?? 0) + (usage.output_tokens ?? 0),
      }
    },
  }
}
