import type { Fields, RecordOf, RowOf } from '@shared/record'
import type { Draft } from './drafts'
import type { Said } from './record-sender'
import type { Save, Version } from './save'

/** A row as a form is filled with it; of a save that an older page has stored, the words are missing. */
export type Base<F extends Fields> = Version & RowOf<F>

/** How the text in the form relates to what is saved. */
export type FormState<Row, B = Row> = {
  /** What a save updates; without it, a save creates a row. */
  base?: B
  /** The draft that the form was filled from. */
  draft?: Draft<unknown>
  /** A saved row that the form does not show: the user has to choose before they can save. */
  conflict?: Row
}

export type FormEvent<Row, B = Row> =
  /** The form shows what it was opened with, in place of a draft. */
  | { type: 'draft discarded'; base: B | undefined }
  /** A save was refused because of this row. */
  | { type: 'conflict found'; row: Row }
  /** The user keeps the text in the form, over the row that it was in conflict with. */
  | { type: 'text kept' }
  /** The form shows what is saved, in place of a draft or of text in conflict. */
  | { type: 'saved shown'; row: Row | null }
  /** A save has ended; the user may have gone on typing since. */
  | { type: 'saved'; row: Row }
  /** The row, which could not be loaded at first, has been loaded: the text in the form is a change of that version. */
  | { type: 'read'; row: Row }

export function formReducer<Row, B>(
  state: FormState<Row, B | Row>,
  event: FormEvent<Row, B>,
): FormState<Row, B | Row> {
  switch (event.type) {
    case 'draft discarded':
      return { base: event.base }
    case 'conflict found':
      return { ...state, conflict: event.row }
    case 'text kept':
      return { base: state.conflict, draft: state.draft }
    case 'saved shown':
      return { base: event.row ?? undefined }
    case 'saved':
      return { base: event.row }
    case 'read':
      return { ...state, base: event.row }
  }
}

type Sources<F extends Fields, Row> = {
  record: RecordOf<F>
  /** What is saved, or null. */
  row: Row | null
  /** What a new row begins with. */
  initial?: RowOf<F>
  /** What the form does not ask, and so takes from no draft. */
  fixed?: RowOf<F>
  draft: Draft<unknown> | undefined
  /** An earlier save that waits for the connection. */
  opened?: Save<Said<F>>
}

/**
 * What the form begins with: the save that waits, or else what is saved, and then the draft, unless it says the same. A draft
 * that was not typed on the save that waits is joined with it. `chosen`: the fields with a preset word that was chosen.
 */
export function startOf<F extends Fields, Row extends Version & RowOf<F>>(sources: Sources<F, Row>) {
  const { record, row, opened, initial, fixed = {}, draft } = sources
  const kept = record.read(draft?.values)
  const saved = record.values(
    opened ? record.changed<RowOf<F>>(opened.base ?? {}, opened.values) : (row ?? initial),
  )
  const isForeign = opened && draft && draft.typedOn !== opened.key
  const typed = isForeign ? record.both(saved, record.changed<RowOf<F>>({}, kept)) : kept
  const values = record.changed(saved, { ...typed, ...fixed })
  const state = (): FormState<Row, Base<F>> => {
    if (opened) return { base: opened.base, draft: record.isSame(values, saved) ? undefined : draft }
    const base = row ?? undefined
    if (!draft || record.isSame(values, saved) || (isPresetAlone(record, draft) && row)) return { base }
    if (isPresetAlone(record, draft)) return {}
    return row && draft.base !== row.updatedAt ? { draft, conflict: row } : { draft, base }
  }
  const start = state()
  const isSaid = (said: object) => record.preset.filter((name) => name in said)
  const saidBefore = isSaid(opened?.values ?? {})
  const isSaved = !opened && !start.draft && row
  return {
    /** What is saved, or waits, and which of its words were chosen. */
    saved: { values: saved, chosen: saidBefore },
    values: isSaved ? saved : values,
    chosen: isSaved ? [] : [...saidBefore, ...isSaid(kept)],
    state: start,
  }
}

/**
 * A word that was chosen where nothing is saved, perhaps by a slip, and nothing written or linked: too little to be announced as a
 * draft, or to be in conflict with what is saved by now.
 */
const isPresetAlone = <F extends Fields>(record: RecordOf<F>, { values, base }: Draft<unknown>): boolean =>
  !base && !record.hasWords(record.read(values)) && !record.hasLinks(record.read(values))

/** The fields, `fixed` ones aside, that differ because of the saved version, as far as it is known what the form began with. */
export function changedElsewhere<F extends Fields>(
  record: RecordOf<F>,
  saved: RowOf<F>,
  mine: RowOf<F>,
  base: RowOf<F> | undefined,
) {
  const changed = base && isWhole(record, base) ? record.differences(base, saved) : undefined
  return record.differences(saved, mine).filter((field) => !changed || changed.includes(field))
}

/** Whether it is known what the fields of a row were. */
export const isWhole = <F extends Fields>(record: RecordOf<F>, row: RowOf<F>): boolean =>
  record.names.every((name) => row[name] !== undefined)
