import type { Conversation } from './conversations'
import type { LoggedEvent } from './event-log'

export type Expected = 'passed' | 'failed' | 'does not apply'
/** What a rule has to say of a log. */
export type Case = [
  rule: string,
  expected: Expected,
  what: string,
  events: LoggedEvent[][],
  more?: Partial<Conversation>,
]
