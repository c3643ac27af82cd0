import type { Step } from './conversations'

export type WireEvent = { type: string } & Record<string, unknown>

/** Who ended the talk, and what was left open. */
export type EndOfTalk = {
  by: 'user' | 'app'
  liveTracks: number
  openConnections: number
  begunCalls: number
  /** Calls that began at the provider and were not hung up there. */
  openCalls: number
}

export type RunnerEvent =
  | ({ type: 'user.started' } & Step)
  | { type: 'user.stopped' }
  /** The telephone numbers on the screen before the talk is stopped. */
  | { type: 'screen.numbers'; numbers: string[] }
  | ({ type: 'talk.ended' } & EndOfTalk)
  | ({ type: 'stored' } & Stored)
  | { type: 'talk.failed'; message: string }

/** The rows on the server at the end. */
export type Stored = { goals: string[]; achieved: string[]; entries: string[]; today: string }

/** `provider` and `page`: messages on the data channel; `runner`: what the scripted user did and found. */
export type LoggedEvent =
  { source: 'provider' | 'page'; event: WireEvent } | { source: 'runner'; event: RunnerEvent }

/** `at`: milliseconds since the conversation began. */
export type LogEntry = { at: number } & LoggedEvent
