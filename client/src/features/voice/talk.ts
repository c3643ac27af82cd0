import type { Loudness } from './loudness'
import type { CaptionChange, NoticeKind } from './voice-state'
import type { VoiceTool } from './voice-tools'
import type { Turn } from './voice-turn'
import type { VoiceUsage } from './voice-usage'

/** What a talk needs, and whom it tells. */
export type Talk = {
  getKey: () => Promise<unknown>
  prepare: () => Promise<{ instructions: string; tools: VoiceTool[] }>
  /** A talk without a microphone, in which the user writes. */
  isByText?: boolean
  onConnected: (live: LiveTalk) => void
  onFailed: (error: unknown) => void
  /** The talk has ended because it could not go on. */
  onLost: (problem: string) => void
  /** The talk has ended as planned. */
  onEnded: (text: string) => void
  /** Without a text the notice is over. */
  onNotice: (kind: NoticeKind, text?: string) => void
  onSoundBlocked: (isBlocked: boolean) => void
  onCaption: (change: CaptionChange) => void
  onTurn: (turn: Turn) => void
  onUnknownTool: (callId: string) => void
  /** Called once for each call that was begun, however it ends. */
  hangUp: (talkId: string | undefined, usage: VoiceUsage | undefined) => void
}

/** What the screen can do with a talk that is live. */
export type LiveTalk = {
  isDemo: boolean
  /** Sends a message, which interrupts Lisa. Returns false if it could not be sent. */
  write: (text: string) => boolean
  /** The user is typing, so the talk is not idle although nothing has been sent yet. */
  onTyping: () => void
  measureLoudness: () => Loudness | undefined
}

/** Registers how to release a resource; if the talk is closed already, releases it and throws. */
export type Own = <T>(resource: T, free: (resource: T) => unknown) => T
