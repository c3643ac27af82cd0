import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form'
import type { Fields, RecordOf, RowOf, ValuesOf } from '@shared/record'
import { isMissing, messageOf } from '@/lib/api/api'
import { isSaving, showFieldErrors } from '@/lib/screen/form-errors'
import { useLateRules } from '@/lib/screen/late-rules'
import { randomId } from '../random-id'
import { useReturnedFocus } from '@/lib/screen/use-returned-focus'
import { useSaveKeys } from '@/lib/screen/use-save-keys'
import { type Base, changedElsewhere, formReducer, isWhole, startOf } from './form-state'
import { Outbox, type Sender } from './outbox'
import type { Said } from './record-sender'
import { type Save, saveVersion, useWaiting, type Version } from './save'
import { currentOf, isNotTaken } from '@/lib/api/api'
import { draftOf, moveDrafts } from './drafts'
import { useDraft } from './use-draft'

export type RecordFormOptions<F extends Fields, Row> = {
  userId: string
  record: RecordOf<F>
  sender: Sender<Said<F>, Row>
  /** An entry's day, a goal's id, 'new': under it the draft is kept. */
  subject: string
  /** What is saved; null if nothing is, or it is not known. */
  row: Row | null
  /** It could not be loaded: the server may have one, or another version. */
  isUnread?: boolean
  /** What a new row begins with. */
  initial?: RowOf<F>
  /** What the form does not ask. */
  fixed?: RowOf<F>
  /** An earlier save of it that waits for the connection. */
  opened?: Save<Said<F>>
  /** Nothing is saved if it returns false. */
  check?: () => boolean
  /** Is told of a saved row that another window or device has changed. */
  onFound?: (row: Row) => void
  /** Everything in the form is saved on the server. */
  onSaved: () => void
}

/** Where the draft of a form is kept; `owner` is another than this window for the draft of a refused save. */
type Place = { subject: string; owner?: string }

/** Texts, words of a few, and links, which only {@link useLinks} reads and writes. */
type FormValues = Record<string, string>
const asFormValues = (values: object): FormValues => Object.fromEntries(Object.entries(values))

/**
 * The state of the form of an entry or a goal. Every change is kept as a draft until it is saved; a save never overwrites
 * text that the user has not seen.
 */
export function useRecordForm<F extends Fields, Row extends Version & RowOf<F>>(
  options: RecordFormOptions<F, Row>,
) {
  const { userId, record, sender, row, isUnread = false, initial, fixed, opened } = options
  // While the form is open the goal that it creates gets a name.
  const [{ subject, owner }, setPlace] = useState<Place>({ subject: options.subject })
  const keeper = useDraft<Said<F>>(
    userId,
    sender.kind,
    subject,
    (draft) => !opened || draft.typedOn === opened.key || draft.savedAt > opened.savedAt,
    owner,
  )
  const [openedFirst] = useState(opened)
  const [start] = useState(() => startOf({ record, row, initial, fixed, opened, draft: keeper.draft }))
  const [{ base, draft, conflict }, dispatch] = useReducer(formReducer<Row, Base<F>>, start.state)
  const chosen = useRef(new Set<string>(start.chosen))

  const loadRules = useCallback(
    async () => (await import('./record-rules')).recordRules(record, base ?? undefined),
    [record, base],
  )
  const resolver = useLateRules<FormValues, RowOf<F>>(loadRules)
  const form = useForm<FormValues, unknown, RowOf<F>>({
    resolver,
    defaultValues: asFormValues(start.values),
    shouldFocusError: false,
  })
  const saving = isSaving(form)
  const valuesNow = useCallback(
    (): ValuesOf<F> => record.values(record.read(form.getValues()) as RowOf<F>),
    [record, form],
  )
  const said = useCallback(
    (values: ValuesOf<F>): Said<F> => {
      const unsaid = record.preset.filter((name) => !chosen.current.has(name) || !values[name])
      return Object.fromEntries(Object.entries(values).filter(([name]) => !unsaid.includes(name))) as Said<F>
    },
    [record],
  )

  const draftBase = base?.updatedAt ?? draft?.base
  /** The key of the save that waits, in which the typed text continues. */
  const typedOn = useRef(opened?.key)
  const proposals = useRef(keeper.draft?.proposals ?? opened?.proposals)
  const keep = useCallback(
    (base: string | undefined) =>
      keeper.keep(said(valuesNow()), base, { typedOn: typedOn.current, proposals: proposals.current }),
    [keeper, said, valuesNow],
  )
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: () => keep(draftBase) }),
    [form, keep, draftBase],
  )

  /** Chooses one of the words of a field. */
  function choose(name: string, word: string) {
    chosen.current.add(name)
    if (form.getValues(name) !== word) form.setValue(name, word, { shouldDirty: true })
    else keep(draftBase)
  }

  /** What was typed when it was saved, and what of it was sent: without spaces around a title. */
  const last = useRef({ typed: start.saved.values, sent: start.saved.values })
  const saves = useFormSaves(
    { ...options, subject },
    {
      onKept: keeper.forget,
      onSent(sent) {
        if (record.isSame(valuesNow(), last.current.typed)) {
          keeper.forget()
          return options.onSaved()
        }
        if (!sent) return
        const now = record.merged(last.current.sent, sent, valuesNow())
        dispatch(now ? { type: 'saved', row: sent } : { type: 'conflict found', row: sent })
        if (now) show(now)
        typedOn.current = proposals.current = undefined
        keep(now ? sent.updatedAt : draftBase)
        const named = sender.subjectOf?.(sent)
        if (named !== undefined && named !== subject) {
          keeper.flush()
          moveDrafts(userId, sender.kind, subject, named)
          setPlace({ subject: named })
        }
        options.onFound?.(sent)
      },
      onRefused(error, draftSubject = subject, saveId) {
        typedOn.current = undefined
        keep(draftBase)
        let isStored = keeper.flush()
        if (draftSubject !== subject) {
          // The form goes on with the draft of the refused save, which can be found where a new row is begun.
          const draft = draftOf<Said<F>>(userId, sender.kind, draftSubject, saveId)
          if (draft.write(said(valuesNow()))) keeper.forget()
          setPlace({ subject: draftSubject, owner: saveId })
          isStored = false
        }
        if (isNotTaken(error) || isMissing(error)) form.setError('root', { message: messageOf(error) })
        showFieldErrors(form, error)
        const current = currentOf<Row>(error)
        if (current) {
          dispatch({ type: 'conflict found', row: current })
          options.onFound?.(current)
        }
        return isStored
      },
    },
  )

  /** Without a `reset`, which would end the form's isSubmitting. */
  function show(values: ValuesOf<F>) {
    for (const [name, value] of Object.entries(values))
      if (form.getValues(name) !== value) form.setValue(name, value)
  }

  function save(typed: RowOf<F>) {
    if (options.check?.() === false) return
    // The rules do so too, but they may not have been loaded.
    const values = record.trimmed(record.values(record.changed(typed, fixed ?? {})))
    last.current = { typed: valuesNow(), sent: values }
    return saves.save(
      said(values),
      (save) => {
        typedOn.current = save.key
        if (save.subject !== subject) setPlace({ subject: save.subject })
      },
      base && { id: base.id, updatedAt: base.updatedAt, ...wordsOf(record, base) },
      proposals.current,
    )
  }

  const [wasUnread] = useState(isUnread)
  const onRead = useEffectEvent(() => {
    if (!row || saves.waiting || conflict) return
    if (row.updatedAt === draftBase) dispatch({ type: 'read', row })
    else showOrAsk(row, draft ? undefined : start.values)
  })
  useEffect(() => void (wasUnread && !isUnread && onRead()), [wasUnread, isUnread])

  const { isSubmitting } = form.formState
  const rememberFocus = useReturnedFocus(isSubmitting || Boolean(conflict))
  function submit() {
    if (isSubmitting || conflict) return
    rememberFocus()
    void form.handleSubmit(save)()
  }
  useSaveKeys(submit)

  function keepText(values: ValuesOf<F>, over: Row) {
    dispatch({ type: 'text kept' })
    form.reset(asFormValues(values))
    keep(over.updatedAt)
  }

  function showSaved(saved: Row) {
    chosen.current.clear()
    proposals.current = undefined
    dispatch({ type: 'saved shown', row: saved })
    form.reset(asFormValues(record.changed(record.values(saved), fixed ?? {})))
    keeper.forget()
  }

  /** Shows what is saved where the form says what it said `before`; else the user is asked. */
  function showOrAsk(saved: Row, before: RowOf<F> | undefined) {
    if (before && record.isSame(valuesNow(), before)) showSaved(saved)
    else dispatch({ type: 'conflict found', row: saved })
  }

  function discardDraft() {
    const [shown, base] = openedFirst || !row ? [start.saved.values, start.state.base] : [row, row]
    chosen.current = new Set(start.saved.chosen)
    proposals.current = openedFirst?.proposals
    dispatch({ type: 'draft discarded', base })
    form.reset(asFormValues(record.changed(record.values(shown), fixed ?? {})))
    keeper.forget()
  }

  const known = base && isWhole(record, base) ? base : undefined
  const wasSeen = Boolean(base ?? draft?.base)

  /** The fields to choose between; an empty one only if the user has seen the row before: then it may have been cleared. */
  function differing(found: Row) {
    const values = record.values(found)
    return changedElsewhere(record, found, valuesNow(), known).filter(
      (name) => !(name in (fixed ?? {})) && (wasSeen || String(values[name]).trim()),
    )
  }

  return {
    form,
    choose,
    saving,
    waiting: isSubmitting ? undefined : saves.waiting,
    submit,
    valuesNow,
    draft,
    conflict,
    differing,
    /** Whether the user has seen the row before, as it was then. */
    wasSeen,
    keepBoth: (found: Row) =>
      keepText(record.changed(record.both(found, said(valuesNow()) as RowOf<F>, known), fixed ?? {}), found),
    keepMine(found: Row) {
      const theirs = record.values(found)
      // Nobody has chosen a preset word that was not touched here.
      const untouched = record.preset.filter((name) => !chosen.current.has(name))
      keepText(
        { ...valuesNow(), ...Object.fromEntries(untouched.map((name) => [name, theirs[name]])) },
        found,
      )
    },
    showSaved,
    /** For a row that was not saved from the text in the form. */
    showBroughtBack: (saved: Row) => showOrAsk(saved, conflict ? undefined : base),
    discardDraft,
  }
}

/** The ids that a field of links holds, and how to change them. */
export function useLinks<Row>(
  form: Pick<UseFormReturn<FormValues, unknown, Row>, 'control' | 'setValue'>,
  name: string,
): [ids: string[], change: (ids: string[]) => void] {
  const ids: unknown = useWatch({ control: form.control, name })
  return [ids as string[], (ids) => form.setValue(name, ids as unknown as string, { shouldDirty: true })]
}

const wordsOf = <F extends Fields>(record: RecordOf<F>, row: RowOf<F>) =>
  (isWhole(record, row) ? record.stored(record.values(row)) : {}) as Said<F>

type Handlers<Row> = {
  /** The save is stored on this device. */
  onKept: () => void
  /** The server has accepted the save; `row` is null if another window has sent it. */
  onSent: (row: Row | null) => unknown
  /** Returns whether the words are stored as a draft. */
  onRefused: (error: Error, draftSubject: string | undefined, saveId: string) => boolean
}

/** The saves of one form; only the newest one is shown. */
function useFormSaves<F extends Fields, Row>(
  { userId, sender, subject, opened }: RecordFormOptions<F, Row>,
  handlers: Handlers<Row>,
) {
  const outbox = Outbox.of(useQueryClient()).register(sender)
  const [last, setLast] = useState(opened)
  const isWaiting = useWaiting(sender.kind).some(({ id }) => id === last?.id)

  // A ref, because a save may end long after it was begun, or before the next render.
  const now = useRef({ last: opened, handlers })
  useEffect(() => void (now.current.handlers = handlers))
  const watcherOf = useCallback(
    ({ id }: Save) => ({
      sent(row: unknown) {
        const { last, handlers } = now.current
        if (last?.id !== id) return undefined
        // A save that another window has sent stays: the next save lists it in `seen`.
        if (row) {
          now.current.last = undefined
          setLast(undefined)
        }
        return handlers.onSent(row as Row | null)
      },
      // A later save of the form contains the words of an earlier one.
      refused: (error: Error, subject: string | undefined) =>
        now.current.last?.id === id && now.current.handlers.onRefused(error, subject, id),
    }),
    [],
  )
  useEffect(() => last && outbox.watch(last, watcherOf(last)), [last, outbox, watcherOf])

  /** Resolves when the server has answered or the save waits. */
  async function save(
    values: Said<F>,
    onBegin: (save: Save) => void,
    base: Save<Said<F>>['base'],
    proposals: string[] | undefined,
  ) {
    const before = now.current.last
    const key = before?.key ?? randomId()
    const next: Save<Said<F>> = {
      version: saveVersion,
      id: randomId(),
      key,
      userId,
      kind: sender.kind,
      // A row that is not stored yet is named by its key.
      subject: sender.subjectOf && !base ? key : subject,
      values,
      base,
      seen: before ? [before.values, ...before.seen] : [],
      proposals,
      savedAt: Date.now(),
    }
    now.current.last = next
    setLast(next)
    onBegin(next)
    const { isKept, tried } = await outbox.add(next, { replaced: before, watcher: watcherOf(next) })
    if (isKept) handlers.onKept()
    await tried
  }

  return { save, waiting: isWaiting ? last : undefined }
}
