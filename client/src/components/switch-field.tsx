import { useId, type ReactNode } from 'react'
import { Label } from './ui/label'
import { Switch } from './ui/switch'

type Props = {
  label: string
  hint?: ReactNode
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  disabled?: boolean
}

export function SwitchField({ label, hint, ...props }: Props) {
  const id = useId()
  return (
    <div className="flex min-h-touch items-center justify-between gap-4">
      <div className="min-w-0">
        <Label htmlFor={id} className="text-base">
          {label}
        </Label>
        {hint && (
          <p id={`${id}-hint`} className="text-sm text-muted">
            {hint}
          </p>
        )}
      </div>
      <Switch id={id} aria-describedby={hint ? `${id}-hint` : undefined} {...props} />
    </div>
  )
}
