import { useId, type ReactNode } from 'react'
import { cn } from '@/lib/screen/cn'
import { Label } from './ui/label'

type Control = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

type Props = {
  label: ReactNode
  /** Hides the label visually where the position already says what the control is. */
  labelHidden?: boolean
  hint?: ReactNode
  error?: string
  className?: string
  children: (control: Control) => ReactNode
}

/** Connects a label, its control, an error and a hint: `{(control) => <Input {...control} />}`. */
export function FormField({ label, labelHidden, hint, error, className, children }: Props) {
  const id = useId()
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined
  return (
    <div data-field className={cn('flex min-w-0 flex-col gap-1.5', className)}>
      <Label htmlFor={id} className={labelHidden ? 'sr-only' : undefined}>
        {label}
      </Label>
      {children({ id, 'aria-describedby': describedBy, 'aria-invalid': error ? true : undefined })}
      {error && (
        <p id={`${id}-error`} className="text-sm text-danger">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}
