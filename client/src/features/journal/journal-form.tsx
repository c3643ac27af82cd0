import { useEffect, type KeyboardEvent, type ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import {
  entryRecord,
  gratitudeFields,
  gratitudeQuestion,
  type EntryField,
  type JournalTextField,
} from '@shared/journal'
import { DraftNotice } from '@/components/draft-notice'
import { FieldGroup, FormField } from '@/components/form-field'
import { Notice } from '@/components/notice'
import { StickyActions } from '@/components/sticky-actions'
import { WaitingToSend } from '@/components/waiting-to-send'
import { Button } from '@/components/ui/button'
import { ChoiceGroup } from '@/components/ui/choice-group'
import { Input } from '@/components/ui/input'
import { Textarea } from '@/components/ui/textarea'
import { errorsElsewhere } from '@/lib/form-errors'
import { useFaultInSight } from '@/lib/use-fault-in-sight'
import { saveKeys } from '@/lib/use-save-keys'
import { ConflictNotice } from './conflict-notice'
import { EntryDateField } from './entry-date-field'
import { moodChoices } from './moods'
import { useEntryForm, type EntryFormOptions } from './use-entry-form'

/** What a screen asks, in its own order and wording. */
export type Questions = { date?: boolean; mood: string; texts: [field: JournalTextField, label: string][] }

type Props = EntryFormOptions & {
  questions: Questions
  submitLabel: string
  cancel?: ReactNode
  /** Is told the date in the form, also while it is being typed. */
  onDate?: (date: string) => void
}

/** The fields of an entry. It has no submit button, since Enter in a field would press it and leave the form. */
export function JournalForm({ questions, submitLabel, cancel, onDate, ...options }: Props) {
  const entry = useEntryForm(options, questions.date)
  const { form, saving, conflict, draft } = entry
  const { errors, isSubmitting } = form.formState
  const element = useFaultInSight(isSubmitting)

  const date = useWatch({ control: form.control, name: 'entryDate' })
  useEffect(() => onDate?.(date), [onDate, date])

  const labelOf = (field: EntryField) =>
    questions.texts.find(([name]) => name === field)?.[1] ?? entryRecord.labelOf(field)

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
            saved={conflict}
            mine={entry.valuesNow()}
            base={entry.base}
            wasSeen={entry.wasSeen}
            labelOf={labelOf}
            onKeepBoth={() => entry.keepBoth(conflict)}
            onKeepMine={() => entry.keepMine(conflict)}
            onUseSaved={() => entry.showSaved(conflict)}
          />
        ) : (
          draft && <DraftNotice {...draft} onDiscard={() => entry.showSaved(options.entry)} />
        )}

        {options.isUnread && !conflict && !options.entry && !options.opened && (
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
          value={entry.mood}
          onChange={entry.chooseMood}
          error={errors.mood?.message}
        />
        <FieldGroup legend={gratitudeQuestion}>
          {gratitudeFields.map((field, position) => (
            <FormField
              key={field}
              label={entryRecord.labelOf(field)}
              labelHidden
              error={errors[field]?.message}
            >
              {(control) => (
                <Input
                  {...control}
                  placeholder={`${position + 1}.`}
                  {...form.register(field)}
                  onKeyDown={goOnAtEnter}
                  enterKeyHint="next"
                  className="font-serif lg:text-reading"
                />
              )}
            </FormField>
          ))}
        </FieldGroup>
        {questions.texts.map(([field, label]) => (
          <FormField key={field} label={label} error={errors[field]?.message}>
            {(control) => (
              <Textarea {...control} {...form.register(field)} className="font-serif lg:text-reading" />
            )}
          </FormField>
        ))}
      </fieldset>

      <StickyActions
        errors={errorsElsewhere(errors, shown, { entryDate: entryRecord.labelOf('entryDate') })}
        note={entry.waiting && <WaitingToSend savedAt={entry.waiting.savedAt} />}
      >
        {cancel}
        <Button {...saveKeys} onClick={entry.submit} pending={saving} disabled={Boolean(conflict)}>
          {submitLabel}
        </Button>
      </StickyActions>
    </form>
  )
}

/** Enter in a line goes on to the next field, unless it ends a word that is being composed (for Safari, key code 229). */
function goOnAtEnter(event: KeyboardEvent<HTMLInputElement>) {
  const { key, keyCode, ctrlKey, metaKey, nativeEvent, currentTarget: line } = event
  if (key !== 'Enter' || ctrlKey || metaKey || nativeEvent.isComposing || keyCode === 229) return
  event.preventDefault()
  const fields = [...(line.form?.querySelectorAll<HTMLElement>('input[type=text], textarea') ?? [])]
  fields[fields.indexOf(line) + 1]?.focus()
}
