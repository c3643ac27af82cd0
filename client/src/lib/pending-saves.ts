export type Loaded = { id: string; updatedAt: string }

/** What was saved in a form: the variables of a mutation that waits on this device until the server has answered. */
export type Save<T = unknown> = {
  id: string
  /** The idempotency key, if a row is created; what is saved again in the same form keeps it. */
  key: string
  userId: string
  /** Kind and subject are those of the form's draft. */
  kind: string
  subject: string
  values: T
  /** The row that the form was filled from; without one, a row is created. */
  loaded?: Loaded
  /** Versions that the form has held before: a row that is one of them may be replaced. */
  seen: T[]
  savedAt: number
}

/** Of the mutations that send saves. */
export const savesKey = (...kind: string[]) => ['save', ...kind]

/** Those that the server has not taken yet. */
export const pendingSaves = (kind?: string) =>
  ({ mutationKey: kind ? savesKey(kind) : savesKey(), status: 'pending' }) as const
