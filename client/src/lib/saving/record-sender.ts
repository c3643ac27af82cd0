import type { Fields, RecordOf, RowOf, ValuesOf } from '@shared/record'
import { ApiError, isMissing } from '@/lib/api/api'
import type { Save, Version } from './save'
import type { Sender } from './outbox'

/** What a form says of a record: fields with a preset word are left out until one is chosen. */
export type Said<F extends Fields> = Partial<ValuesOf<F>>

type Calls<F extends Fields, Row> = Pick<Sender<Said<F>, Row>, 'kind' | 'refresh' | 'told'> & {
  record: RecordOf<F>
  create: (values: ValuesOf<F>, idempotencyKey: string, limitMs: number) => Promise<Row>
  update: (row: Version, values: ValuesOf<F>, limitMs: number) => Promise<Row>
  /** Reads the row that a save would have created a second time. */
  read?: (id: string) => Promise<Row>
  /** Adds `values` to a row. */
  added?: (row: Row, values: ValuesOf<F>) => ValuesOf<F>
  /** Where the words of a row that was deleted elsewhere become the draft of a new one. */
  newSubject?: string
}

/** A row that is changed in between is read again and tried again so often. */
const tries = 4
/** The longest time of a request, and as much more as its body takes on a slow line. */
const limitOf = (values: object) => 60_000 + new Blob([JSON.stringify(values)]).size

/** The current row, from the answer 409. */
export const currentOf = <Row>(error: unknown): Row | undefined =>
  error instanceof ApiError && error.status === 409 ? Object(error.body).current : undefined

/**
 * Creates and updates rows without overwriting anything that the user has not seen. If the row has changed since it was
 * loaded, or exists already, changes of different fields are put together; only a field that both have changed is a conflict.
 */
export function recordSender<F extends Fields, Row extends Version & RowOf<F>>(
  calls: Calls<F, Row>,
): Sender<Said<F>, Row> {
  const { record, kind, refresh, told } = calls
  const whole = ({ base, values }: Save<Said<F>>) =>
    record.values(record.changed<RowOf<F>>(base ?? {}, values))

  function joined(save: Save<Said<F>>, current: Row): ValuesOf<F> | undefined {
    if (save.isAddition) return calls.added?.(current, whole(save))
    if (
      save.seen.some((version) => record.isSame(current, record.changed<RowOf<F>>(save.base ?? {}, version)))
    )
      return whole(save)
    const isKnown = record.names.every((name) => save.base?.[name] !== undefined)
    return isKnown ? record.merged(save.base ?? {}, current, save.values) : undefined
  }

  async function create(save: Save<Said<F>>): Promise<Row> {
    const values = whole(save)
    const row = await calls.create(values, save.key, limitOf(values))
    // For a key that was used before, the server answers with the current row of that request.
    if (save.isAddition || save.seen.length === 0 || record.isSame(row, values)) return row
    throw new ApiError(409, JSON.stringify({ message: 'This was changed elsewhere', current: row }))
  }

  async function conflicting(error: unknown, isNew: boolean): Promise<Row | undefined> {
    const { id } = Object(error instanceof ApiError && error.status === 409 && error.body) as { id?: string }
    return currentOf<Row>(error) ?? (isNew && id !== undefined ? calls.read?.(id) : undefined)
  }

  return {
    kind,
    refresh,
    told,
    async send(save) {
      let row: Version | undefined = save.base
      let values = whole(save)
      for (let attempt = 1; ; attempt++) {
        try {
          return row ? await calls.update(row, values, limitOf(values)) : await create(save)
        } catch (error) {
          const current = await conflicting(error, !row)
          const both = current && joined(save, current)
          if (!current || !both || attempt === tries) throw withCurrent(error, current)
          row = current
          values = both
        }
      }
    },
    draft: ({ subject, values, base }, error) =>
      isMissing(error)
        ? { subject: calls.newSubject ?? subject, values }
        : { subject, values, base: base?.updatedAt },
  }
}

const withCurrent = (error: unknown, current: object | undefined) =>
  current ? new ApiError(409, JSON.stringify({ ...Object(Object(error).body), current })) : error
