import type { Fields, RecordOf, RowOf, ValuesOf } from '@shared/record'
import { ApiError, fieldErrorsOf, isMissing } from '@/lib/api/api'
import type { Save, Version } from './save'
import { currentOf } from '@/lib/api/api'
import type { Sender } from './outbox'

/** What a form says of a record: fields with a preset word are left out until one is chosen. */
export type Said<F extends Fields> = Partial<ValuesOf<F>>

type Sending = Pick<Save, 'by' | 'proposals'> & { limitMs: number }

type Calls<F extends Fields, Row> = Pick<Sender<Said<F>, Row>, 'kind' | 'refresh' | 'told'> & {
  record: RecordOf<F>
  create: (values: ValuesOf<F>, sending: Sending & { idempotencyKey: string }) => Promise<Row>
  update: (row: Version, values: ValuesOf<F>, sending: Sending) => Promise<Row>
  /** The field that names other rows, and what is sent instead where one is gone, which the server refuses; undefined if none is. */
  link: keyof F
  unlinked: (values: ValuesOf<F>) => ValuesOf<F> | Promise<ValuesOf<F> | undefined>
  /** Adds `values` to a row. */
  added?: (row: Row, values: ValuesOf<F>) => ValuesOf<F>
  /** Where a row is its own subject: that of the draft of a new one, also of one that was deleted elsewhere. */
  newSubject?: string
}

/** A row that is changed in between is read again and tried again so often. */
const tries = 4
/** The longest time of a request is a minute, and as much more as its body takes on a slow line. */
const sendingOf = ({ by, proposals }: Save, values: object): Sending => ({
  limitMs: 60_000 + new Blob([JSON.stringify(values)]).size,
  by,
  proposals,
})

/**
 * Creates and updates rows without overwriting anything that the user has not seen. If the row has changed since it was
 * loaded, or exists already, changes of different fields are put together; only a field that both have changed is a conflict.
 */
export function recordSender<F extends Fields, Row extends Version & RowOf<F>>(
  calls: Calls<F, Row>,
): Sender<Said<F>, Row> {
  const { record, kind, refresh, told } = calls
  const replaced = new WeakMap<Row, Row>()
  const whole = ({ base, values }: Save<Said<F>>) =>
    record.values(record.changed<RowOf<F>>(base ?? {}, values))

  /** Whether `current` has all that `version` changed in `base`, or all of `version` where no base is known. */
  function hasReached(current: Row, version: ValuesOf<F>, base: RowOf<F> | undefined): boolean {
    const apart = record.differences(current, version)
    const changed = base ? record.differences(base, version) : record.names
    return !changed.some((name) => apart.includes(name))
  }

  /** What is sent in place of a save that has met another version; undefined if the user has to decide. */
  function joined(save: Save<Said<F>>, current: Row): ValuesOf<F> | undefined {
    if (save.isAddition) return calls.added?.(current, whole(save))
    const base = record.names.every((name) => save.base?.[name] !== undefined) ? save.base : undefined
    // An earlier save of the form, whose answer was lost, perhaps put together with a change of another device.
    const apart = (version: ValuesOf<F>) => record.differences(version, current).length
    const [earlier] = save.seen
      .map((values) => whole({ ...save, values }))
      .filter((version) => !(base && record.isSame(base, version)) && hasReached(current, version, base))
      .sort((a, b) => apart(a) - apart(b))
    if (!earlier && !base) return undefined
    return record.merged(earlier ?? base ?? {}, current, whole(save))
  }

  /** undefined where the error is another one, or nothing would be left to add. */
  async function withoutGone(save: Save<Said<F>>, values: ValuesOf<F>, error: unknown) {
    if (!fieldErrorsOf(error).some(({ path }) => path === calls.link)) return undefined
    const rest = await calls.unlinked(values)
    const isAny = rest && (record.hasWords(rest) || record.hasLinks(rest))
    return save.isAddition && !isAny ? undefined : rest
  }

  async function create(save: Save<Said<F>>, values: ValuesOf<F>): Promise<Row> {
    const row = await calls
      .create(values, { ...sendingOf(save, values), idempotencyKey: save.key })
      .catch((error: unknown) => {
        // An earlier version of the form has created the row; perhaps it was then changed to this one, and that answer was lost.
        const current = error instanceof ApiError && error.status === 422 ? currentOf<Row>(error) : undefined
        if (current && record.isSame(current, values)) return current
        throw error
      })
    // A row from before the server compared bodies comes back as it is, whatever was sent.
    if (save.isAddition || save.seen.length === 0 || record.isSame(row, values)) return row
    throw new ApiError(409, JSON.stringify({ message: 'This was changed elsewhere', current: row }))
  }

  return {
    kind,
    refresh,
    told,
    before: (row) => replaced.get(row),
    async send(save) {
      let row: Version | undefined = save.base
      let before: Row | undefined
      let values = whole(save)
      for (let attempt = 1; ; attempt++) {
        try {
          if (!row) return await create(save, values)
          const updated = await calls.update(row, values, sendingOf(save, values))
          if (before) replaced.set(updated, before)
          return updated
        } catch (error) {
          const current = currentOf<Row>(error)
          const next = current ? joined(save, current) : await withoutGone(save, values, error)
          if (!next || attempt === tries) throw error
          before = current ?? before
          row = current ?? row
          values = next
        }
      }
    },
    subjectOf: calls.newSubject === undefined ? undefined : (row) => row.id,
    draft: ({ subject, values, base }, error) =>
      base && !isMissing(error)
        ? { subject, values, base: base.updatedAt }
        : { subject: calls.newSubject ?? subject, values },
  }
}
