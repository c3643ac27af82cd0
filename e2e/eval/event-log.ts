import type { Step } from './conversations'

export type WireEvent = { type: string } & Record<string, unknown>

/** Who ended it, and what was left open. */
export type EndOfTalk = {
  by: 'user' | 'app'
  liveTracks: number
  openConnections: number
  begunCalls: number
  /** Begun at the provider and not hung up there. */
  openCalls: number
}

export type RunnerEvent =
  | ({ type: 'user.started' } & Step)
  | { type: 'user.stopped' }
  /** The telephone numbers in sight, before the talk is stopped. */
  | { type: 'screen.numbers'; numbers: string[] }
  | ({ type: 'talk.ended' } & EndOfTalk)
  | ({ type: 'stored' } & Stored)
  | { type: 'talk.failed'; message: string }

/** What the server has at the end. */
export type Stored = { goals: string[]; entries: string[]; today: string }

/** `provider` and `page`: what crossed the data channel; `runner`: what the scripted user did and found. */
export type LoggedEvent =
  { source: 'provider' | 'page'; event: WireEvent } | { source: 'runner'; event: RunnerEvent }

/** `at`: milliseconds since the conversation began. */
export type LogEntry = { at: number } & LoggedEvent
