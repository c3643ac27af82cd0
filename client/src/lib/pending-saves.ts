export type Loaded = { id: string; updatedAt: string }

/** Undefined for a row that is not stored yet. */
export const loadedOf = ({ id, updatedAt }: Partial<Loaded>): Loaded | undefined =>
  id && updatedAt ? { id, updatedAt } : undefined

/** One save of a form: the variables of a mutation, stored on this device until the server has answered. */
export type Save<T = unknown> = {
  id: string
  /** The idempotency key, if a row is created; later saves of the same form have the same key. */
  key: string
  userId: string
  /** `kind` and `subject` are those of the form's draft. */
  kind: string
  subject: string
  values: T
  /** The row that the form was filled from; without one, a row is created. */
  loaded?: Loaded
  /** Earlier versions of this form: a row that equals one of them may be overwritten. */
  seen: T[]
  savedAt: number
}

/** The key of the mutations that send saves. */
export const savesKey = (...kind: string[]) => ['save', ...kind]

/** Filters for the saves that the server has not accepted yet. */
export const pendingSaves = (kind?: string) =>
  ({ mutationKey: kind ? savesKey(kind) : savesKey(), status: 'pending' }) as const
