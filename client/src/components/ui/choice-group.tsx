import { useId, type CSSProperties, type ReactNode } from 'react'
import { cn } from '@/lib/screen/cn'

export type Choice<T extends string> = {
  value: T
  label: string
  /** Shown above the label, e.g. an emoji; decoration only. */
  picture?: ReactNode
  /** The colour when chosen, e.g. `var(--mood-sad)`; by default the accent. */
  hue?: string
}

type Props<T extends string> = {
  legend: ReactNode
  legendHidden?: boolean
  choices: readonly Choice<T>[]
  value: T
  onChange: (value: T) => void
  error?: string
  disabled?: boolean
  className?: string
}

/** Radio buttons in a row, with the browser's own keyboard behaviour. */
export function ChoiceGroup<T extends string>(props: Props<T>) {
  const { legend, legendHidden, choices, value, onChange, error, disabled, className } = props
  const name = useId()
  return (
    <fieldset data-field disabled={disabled} className={cn('min-w-0', className)}>
      <legend className={legendHidden ? 'sr-only' : 'mb-2 text-sm font-medium'}>{legend}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(3rem,1fr))] gap-1.5">
        {choices.map((choice) => (
          <label
            key={choice.value}
            style={choice.hue ? tinted(choice.hue) : undefined}
            className="choice flex min-h-touch cursor-pointer flex-col items-center gap-1 rounded-control px-0.5 py-2 text-center text-sm transition-colors duration-150"
          >
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              // What is chosen already can be chosen too, which is no change.
              onClick={() => choice.value === value && onChange(value)}
              // ARIA has no aria-invalid for a radio button.
              data-invalid={Boolean(error) && choice.value === value}
              aria-describedby={error && `${name}-error`}
              className="sr-only"
            />
            {choice.picture && (
              <span aria-hidden className="font-emoji text-2xl">
                {choice.picture}
              </span>
            )}
            <span className={choice.picture ? 'w-min text-xs leading-tight' : 'my-auto font-medium'}>
              {choice.label}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${name}-error`} className="mt-1.5 text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}

const tinted = (hue: string) =>
  ({ '--hue': hue, '--tint': `color-mix(in oklab, var(--card), ${hue} 16%)` }) as CSSProperties
