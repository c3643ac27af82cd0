export const voiceModes = ['general', 'goal-setup', 'daily-journal'] as const
export type VoiceMode = (typeof voiceModes)[number]

export const defaultVoiceModel = 'gpt-realtime'

/** A key for one talk, that the browser uses with the provider itself. */
export type VoiceKeyView = {
  value: string
  /** In seconds since 1970, as the provider gives it. */
  expiresAt: number
  model: string
  callsUrl: string
  /** The local stand-in answers instead of a provider. */
  demo?: true
  /** The key is of a server that has no ephemeral ones in OpenAI's sense: what it can do is its operator's decision. */
  insecure?: true
}
