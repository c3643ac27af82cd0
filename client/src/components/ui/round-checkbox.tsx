import { CheckIcon } from 'lucide-react'

type Props = {
  label: string
  checked: boolean
  onChange: (checked: boolean, box: HTMLElement) => void
  className?: string
}

/** Its touch target is larger than the circle. */
export function RoundCheckbox({ label, checked, onChange, className }: Props) {
  return (
    <span className={className}>
      <span className="relative grid size-11 place-items-center">
        <input
          type="checkbox"
          aria-label={label}
          checked={checked}
          onChange={(event) => onChange(event.target.checked, event.target)}
          className="peer absolute inset-0 cursor-pointer appearance-none rounded-full -outline-offset-8"
        />
        <span className="pointer-events-none grid size-[22px] place-items-center rounded-full border-[1.5px] border-control transition-colors duration-150 peer-checked:border-accent peer-checked:bg-accent peer-checked:text-accent-ink peer-hover:border-accent forced-colors:peer-checked:border-[Highlight] forced-colors:peer-checked:bg-[Highlight] forced-colors:peer-checked:text-[HighlightText] [&>svg]:invisible peer-checked:[&>svg]:visible">
          <CheckIcon aria-hidden strokeWidth={3} className="size-3.5" />
        </span>
      </span>
    </span>
  )
}
