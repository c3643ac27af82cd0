import type { EntryValues } from '@shared/journal'
import type { Version } from '@/lib/saving/save'

/** How a save is undone, as long as its row has this version. */
export type Undo = Version & {
  kind: 'entry' | 'goal' | 'mark'
  /** The values that it had before; without them the row was created. */
  before?: Partial<EntryValues>
  /** The version before. */
  replaced?: string
  /** It was tried, and no answer came. */
  isTried?: boolean
}

/**
 * What a tool was to save, and what became of it. `proposed`: the user has not agreed yet. `waiting`: it is on this device
 * until the server can be reached. `unknown`: the device has no room for it, and the answer was lost; the server may have
 * saved it.
 */
export type Write = {
  /** Its idempotency key, and the id of its save. */
  id: string
  /** To run it again with its input. */
  tool: string
  input: unknown
  state: 'proposed' | 'pending' | 'waiting' | 'saved' | 'failed' | 'unknown' | 'undone'
  text: string
  /** What it is called while it is proposed. */
  title?: string
  /** It is proposed only until the user's last words, perhaps a yes, are written down. */
  awaitsWords?: true
  href?: string
  undo?: Undo
  /** Why it, a part of it, or its undoing failed. */
  reason?: string
}
