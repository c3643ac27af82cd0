import * as Radix from '@radix-ui/react-progress'

type Props = { label: string; value: number; max?: number; valueText?: string }

/** A progress bar; `valueText` is what a screen reader says instead of a percentage. */
export function Progress({ label, value, max = 100, valueText }: Props) {
  const capped = Math.min(Math.max(value, 0), max)
  return (
    <Radix.Root
      value={capped}
      max={max}
      aria-label={label}
      getValueLabel={valueText ? () => valueText : undefined}
      className="h-2 overflow-hidden rounded-full bg-[color-mix(in_oklab,var(--card),var(--ink)_12%)] forced-colors:border"
    >
      <Radix.Indicator
        className="h-full rounded-full bg-accent transition-[width] duration-200 forced-colors:bg-[Highlight]"
        style={{ width: `${(capped / max) * 100}%` }}
      />
    </Radix.Root>
  )
}
