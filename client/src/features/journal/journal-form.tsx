import { Fragment, useEffect, useEffectEvent, type ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import {
  defaultMood,
  entryRecord,
  gratitudeFields,
  type EntryField,
  type JournalEntryView,
  type JournalTextField,
  moodLabels,
  type Mood,
} from '@shared/journal'
import { useQueryClient } from '@tanstack/react-query'
import { ConflictNotice } from '@/components/conflict-notice'
import { DraftNotice } from '@/components/draft-notice'
import { late } from '@/components/late'
import { Notice } from '@/components/notice'
import { StickyActions } from '@/components/sticky-actions'
import { WaitingToSend } from '@/components/waiting-to-send'
import { Button } from '@/components/ui/button'
import { ChoiceGroup } from '@/components/ui/choice-group'
import { errorsElsewhere } from '@/lib/screen/form-errors'
import { useFaultInSight } from '@/lib/screen/use-fault-in-sight'
import { cn } from '@/lib/screen/cn'
import { saveKeys } from '@/lib/screen/use-save-keys'
import { useUser } from '@/features/auth/use-user'
import { useRecordForm, type RecordFormOptions } from '@/lib/saving/use-record-form'
import { EntryDateField } from './entry-date-field'
import { journalQueries } from './journal-queries'
import {
  AnsweredCount,
  cardStyle,
  FirstQuestion,
  GratitudeQuestion,
  QuietQuestion,
} from './journal-questions'
import { moodChoices } from './moods'
import { entrySender } from './saves-queries'
import { GoalTitles, WorkedOn } from './worked-on'

const EntryVersions = late(async () => (await import('./entry-versions')).EntryVersions)

/** Of fields whose errors stand at the save button. */
const labelsElsewhere = {
  entryDate: entryRecord.labelOf('entryDate'),
  goalIds: entryRecord.labelOf('goalIds'),
}

/** What a screen asks, in its own order and wording. */
export type Questions = { date?: boolean; mood: string; texts: [field: JournalTextField, label: string][] }

type Props = Pick<
  RecordFormOptions<typeof entryRecord.fields, JournalEntryView>,
  'opened' | 'isUnread' | 'check' | 'onSaved'
> & {
  /** The day under which the draft is kept. */
  day: string
  /** Null if the day has none, or it could not be loaded. */
  entry: JournalEntryView | null
  /** Chosen on the way to the form. */
  mood?: Mood
  questions: Questions
  submitLabel: string
  cancel?: ReactNode
  /** Is told the date in the form, also while it is being typed. */
  onDate?: (date: string) => void
}

/** The fields of an entry. It has no submit button, since Enter in a field would press it and leave the form. */
export function JournalForm({ day, entry, mood, questions, submitLabel, cancel, onDate, ...options }: Props) {
  const client = useQueryClient()
  const record = useRecordForm({
    ...options,
    userId: useUser().id,
    record: entryRecord,
    sender: entrySender,
    subject: day,
    row: entry,
    initial: { entryDate: day },
    fixed: questions.date ? undefined : { entryDate: day },
    // For the screen's heading and button. Where no entry is cached, none is added: a form would open with it.
    onFound: (found) =>
      client.setQueriesData({ queryKey: journalQueries.byDate(day).queryKey, exact: true }, found),
  })
  const { form, saving, conflict, draft } = record
  const { errors, isSubmitting } = form.formState
  const element = useFaultInSight(isSubmitting)

  const [date = '', chosenMood] = useWatch({ control: form.control, name: ['entryDate', 'mood'] })
  useEffect(() => onDate?.(date), [onDate, date])
  // As if it were chosen here, and so kept with the draft.
  const onOpen = useEffectEvent(() => mood && record.choose('mood', mood))
  useEffect(() => void onOpen(), [])

  const [first, ...others] = questions.texts
  const disputed = conflict ? record.differing(conflict) : []

  const labelOf = (field: EntryField) =>
    questions.texts.find(([name]) => name === field)?.[1] ?? entryRecord.labelOf(field)

  const textsOf = (found: JournalEntryView, fields: EntryField[]) =>
    fields.map((field) => ({ label: labelOf(field), text: savedText(found, field) }))

  const shown = [
    ...(questions.date ? ['entryDate'] : []),
    ...gratitudeFields,
    'mood',
    ...questions.texts.map(([field]) => field),
  ]

  return (
    <form
      ref={element}
      noValidate
      onSubmit={(event) => event.preventDefault()}
      className="flex grow flex-col gap-6"
    >
      {/* With the notices: a reset during a save would end the form's isSubmitting. */}
      <fieldset disabled={saving} aria-label="Journal entry" className="contents">
        {conflict ? (
          <ConflictNotice
            title={
              record.wasSeen
                ? 'This entry has changed since you opened it'
                : 'You already have an entry for this day'
            }
            saved={textsOf(conflict, disputed)}
            onKeepBoth={() => record.keepBoth(conflict)}
            onKeepMine={() => record.keepMine(conflict)}
            onUseSaved={() => record.showSaved(conflict)}
          />
        ) : (
          draft && <DraftNotice {...draft} onDiscard={record.discardDraft} />
        )}

        {options.isUnread && !conflict && !entry && !options.opened && (
          <Notice title="You can write without a connection">
            If this day has an entry already, you&apos;ll be asked how to put the two together.
          </Notice>
        )}

        {questions.date && (
          <EntryDateField {...form.register('entryDate')} error={errors.entryDate?.message} />
        )}
        <ChoiceGroup
          legend={questions.mood}
          choices={moodChoices}
          value={chosenMood || defaultMood}
          onChange={(word) => record.choose('mood', word)}
          error={errors.mood?.message}
        />
        <GratitudeQuestion form={form} disputed={disputed} />
        {first && <FirstQuestion form={form} field={first[0]} label={first[1]} />}
        <div className={cn(cardStyle, 'divide-y divide-line')}>
          {others.map(([field, label]) => (
            <Fragment key={field}>
              <QuietQuestion form={form} field={field} label={label} disputed={disputed} />
              {field === 'goalProgress' && <WorkedOn form={form} day={date} />}
            </Fragment>
          ))}
        </div>
        {questions.date && entry && !record.waiting && (
          <EntryVersions isNeeded={false} props={{ entry, textsOf, onBroughtBack: record.showBroughtBack }} />
        )}
      </fieldset>

      <StickyActions
        errors={errorsElsewhere(errors, shown, labelsElsewhere)}
        note={record.waiting && <WaitingToSend savedAt={record.waiting.savedAt} />}
      >
        <AnsweredCount control={form.control} />
        {cancel}
        <Button {...saveKeys} onClick={record.submit} pending={saving} disabled={Boolean(conflict)}>
          {submitLabel}
        </Button>
      </StickyActions>
    </form>
  )
}

function savedText(entry: JournalEntryView, field: EntryField): ReactNode {
  const { mood, goalIds, ...texts } = entryRecord.values(entry)
  if (field === 'mood') return mood && moodLabels[mood]
  if (field !== 'goalIds') return texts[field]
  return goalIds.length ? <GoalTitles ids={goalIds} /> : ''
}
