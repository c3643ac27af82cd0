import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { NamedIntention } from '@shared/talks'
import { textLimits } from '@shared/text'
import { FormField } from '@/components/form-field'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { isDay } from '@/lib/dates/days'

type Props = {
  intention: NamedIntention
  isSaving: boolean
  onSave: (intention: NamedIntention) => Promise<unknown>
  onClose: () => void
}

/** What the user means to do, and when. Its first field has the focus. */
export function IntentionForm({ intention, isSaving, onSave, onClose }: Props) {
  const [text, setText] = useState(intention.text)
  const [date, setDate] = useState(intention.date)
  const [isTried, setIsTried] = useState(false)
  const textError = text.trim() ? undefined : 'Write what you mean to do'
  const dateError = isDay(date) ? undefined : 'Choose a day'

  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])

  function save(event: FormEvent) {
    event.preventDefault()
    setIsTried(true)
    if (!textError && !dateError) void onSave({ date, text: text.trim() })
  }

  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-3">
      <FormField label="What you mean to do" error={isTried ? textError : undefined}>
        {(control) => (
          <Input
            {...control}
            ref={first}
            maxLength={textLimits.intention}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </FormField>
      <FormField label="Day" error={isTried ? dateError : undefined}>
        {(control) => (
          <Input {...control} type="date" value={date} onChange={(event) => setDate(event.target.value)} />
        )}
      </FormField>
      <div className="flex gap-3">
        <Button type="submit" pending={isSaving}>
          Save
        </Button>
        <Button variant="secondary" disabled={isSaving} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
