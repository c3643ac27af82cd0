import { PlusIcon } from 'lucide-react'
import {
  useEffect,
  useId,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
} from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import {
  entryRecord,
  type EntryRow,
  gratitudeFields,
  gratitudeQuestion,
  type JournalTextField,
} from '@shared/journal'
import { FormField } from '@/components/form-field'
import { Textarea } from '@/components/ui/textarea'
import { cn } from '@/lib/screen/cn'

type Form = Pick<
  UseFormReturn<Record<string, string>, unknown, EntryRow>,
  'control' | 'register' | 'formState'
>

type GroupProps = {
  form: Form
  /** The fields that a conflict is about. */
  disputed: string[]
}
type Props = GroupProps & { field: JournalTextField; label: string }

/** The question that a form begins with: large from the start. */
export function FirstQuestion({ form, field, label }: Omit<Props, 'disputed'>) {
  const text = useWatch({ control: form.control, name: field })
  return (
    <FormField label={label} error={errorOf(form, field)} hint={charactersNearLimit(field, text)}>
      {(control) => (
        <Textarea
          {...control}
          {...form.register(field)}
          className="min-h-[calc(6lh+22px)]! font-serif text-lg!"
        />
      )}
    </FormField>
  )
}

/**
 * A question that is one quiet line until its field gets the focus or has a text. The field is always in the page, unseen at
 * the end of the line, so that a tap, a key, a screen reader and a script find it as any other.
 */
export function QuietQuestion({ form, field, label, disputed }: Props) {
  const text = useWatch({ control: form.control, name: field })
  const error = errorOf(form, field)
  const { isOpen, ...opening } = useOpening(Boolean(text || error) || disputed.includes(field))
  return (
    <div {...opening} className={lineStyle(isOpen)}>
      <FormField
        label={<LineOf question={label} isOpen={isOpen} />}
        error={error}
        hint={charactersNearLimit(field, text)}
      >
        {(control) => (
          <Textarea
            {...control}
            {...form.register(field)}
            className={cn(
              'font-serif lg:text-reading',
              isOpen ? 'min-h-24!' : `absolute top-0 right-0 ${unseen}`,
            )}
          />
        )}
      </FormField>
    </div>
  )
}

/** Three short texts under one question, which is a quiet line as well; a tap on it begins the first. */
export function GratitudeQuestion({ form, disputed }: GroupProps) {
  const titleId = useId()
  const texts = useWatch({ control: form.control, name: gratitudeFields })
  const isWanted = gratitudeFields.some(
    (field, i) => texts[i] || errorOf(form, field) || disputed.includes(field),
  )
  const { isOpen, ...opening } = useOpening(isWanted)

  return (
    <div role="group" aria-labelledby={titleId} {...opening} className={cn(cardStyle, lineStyle(isOpen))}>
      <p id={titleId} className="text-sm font-medium">
        <LineOf question={gratitudeQuestion} isOpen={isOpen} />
      </p>
      <div className={isOpen ? 'mt-2 flex flex-col gap-2' : 'absolute top-0 right-0 flex flex-row-reverse'}>
        {gratitudeFields.map((field, i) => (
          <FormField
            key={field}
            label={entryRecord.labelOf(field)}
            labelHidden
            error={errorOf(form, field)}
            hint={charactersNearLimit(field, texts[i])}
          >
            {(control) => (
              <Textarea
                {...control}
                placeholder={`${i + 1}.`}
                {...form.register(field)}
                onKeyDown={goOnAtEnter}
                enterKeyHint="next"
                className={cn('font-serif lg:text-reading', !isOpen && unseen)}
              />
            )}
          </FormField>
        ))}
      </div>
    </div>
  )
}

/** How many of the texts have words. */
export function AnsweredCount({ control }: Pick<Form, 'control'>) {
  const texts = useWatch({ control, name: entryRecord.texts })
  return (
    <p className="grow-0! self-center text-sm text-muted tabular-nums">
      <span className="sr-only">Texts with words: </span>
      <span>
        {texts.filter((text) => text?.trim()).length} of {texts.length}
      </span>
    </p>
  )
}

/** Of a field in a quiet line: as large as a finger, and without a look of its own. */
const unseen = 'size-11! opacity-0!'

/** Around the quiet lines. */
export const cardStyle = 'overflow-hidden rounded-card border border-line bg-card'

const lineStyle = (isOpen: boolean) =>
  cn(
    'relative px-4',
    isOpen
      ? 'py-3'
      : 'transition-colors duration-150 hover:bg-[color-mix(in_oklab,transparent,var(--ink)_6%)]',
  )

const LineOf = ({ question, isOpen }: { question: string; isOpen: boolean }) => (
  <span className={cn('flex items-center justify-between gap-4', !isOpen && 'py-3')}>
    {question}
    {!isOpen && <PlusIcon aria-hidden className="size-4 shrink-0 text-muted" />}
  </span>
)

/** A question that was opened stays so: closing would move the next one from under the finger. */
function useOpening(isWanted: boolean) {
  const [wasOpened, setWasOpened] = useState(false)
  const grown = useRef<Element>(null)
  const isOpen = isWanted || wasOpened
  // It grows after the browser has brought the focused field into sight.
  useEffect(() => {
    grown.current?.scrollIntoView({ block: 'nearest' })
    grown.current = null
  })
  return {
    isOpen,
    onFocus({ currentTarget }: FocusEvent) {
      if (!isOpen) grown.current = currentTarget
      setWasOpened(true)
    },
    onMouseDown(event: MouseEvent) {
      if (isOpen || event.target instanceof HTMLTextAreaElement) return
      event.preventDefault()
      event.currentTarget.querySelector('textarea')?.focus()
    },
  }
}

const errorOf = ({ formState: { errors } }: Form, field: JournalTextField) => errors[field]?.message

/** From nine tenths of the limit on. */
function charactersNearLimit(field: JournalTextField, text = ''): string | undefined {
  const { limit } = entryRecord.textField(field)
  if (text.length < 0.9 * limit) return undefined
  return `${text.length.toLocaleString('en-US')} of ${limit.toLocaleString('en-US')} characters`
}

/** Enter in a line goes on to the next field, unless it ends a word that is being composed (for Safari, key code 229). */
function goOnAtEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  const { key, keyCode, ctrlKey, metaKey, nativeEvent, currentTarget: line } = event
  if (key !== 'Enter' || ctrlKey || metaKey || nativeEvent.isComposing || keyCode === 229) return
  event.preventDefault()
  const fields = [...(line.form?.querySelectorAll('textarea') ?? [])]
  fields[fields.indexOf(line) + 1]?.focus()
}
