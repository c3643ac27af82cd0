import { useEffect, useRef, useState } from 'react'
import { FormField } from './form-field'
import { Button } from './ui/button'
import { Input } from './ui/input'

type Props = { label: string; value: string; onDone: () => void }

/** Something that is shown once, to be copied. It has the focus when it appears. */
export function CopyField({ label, value, onDone }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const [isCopied, setIsCopied] = useState<boolean>()

  const select = () => {
    field.current?.focus()
    field.current?.select()
  }
  useEffect(select, [value])

  async function copy() {
    try {
      await navigator.clipboard.writeText(value)
      setIsCopied(true)
    } catch {
      // Without HTTPS, or forbidden.
      setIsCopied(false)
      select()
    }
  }

  return (
    <>
      <FormField label={label} hint="Copy it now: it will not be shown again.">
        {(control) => (
          <span className="flex gap-2">
            <Input {...control} ref={field} readOnly dir="ltr" className="min-w-0 font-mono" value={value} />
            <Button variant="secondary" className="shrink-0" onClick={() => void copy()}>
              Copy
            </Button>
          </span>
        )}
      </FormField>
      <p role="status" className="text-sm text-muted empty:hidden">
        {isCopied !== undefined &&
          (isCopied ? 'Copied' : 'This browser does not let Lisa copy it. It is selected, so you can.')}
      </p>
      <Button variant="secondary" onClick={onDone}>
        Done
      </Button>
    </>
  )
}
