import { ChevronLeftIcon, ChevronRightIcon } from 'lucide-react'
import { IconButton } from '@/components/ui/icon-button'

type Props = {
  unit: 'month' | 'year'
  title: string
  /** Nothing comes after it yet. */
  isLatest: boolean
  onStep: (by: -1 | 1) => void
}

/** The period that the pictures beneath show, between the buttons that change it. */
export function PeriodHeader({ unit, title, isLatest, onStep }: Props) {
  return (
    <div className="-mx-3 flex flex-wrap items-center justify-between gap-1">
      <IconButton label={`Previous ${unit}`} onClick={() => onStep(-1)} className="print:invisible">
        <ChevronLeftIcon />
      </IconButton>
      <h3
        aria-live="polite"
        className="text-center font-serif text-lg font-medium tabular-nums max-[17rem]:order-first max-[17rem]:basis-full"
      >
        {title}
      </h3>
      {/* Not `disabled`: a button that is loses the focus. */}
      <IconButton
        label={`Next ${unit}`}
        aria-disabled={isLatest}
        onClick={() => !isLatest && onStep(1)}
        className="aria-disabled:cursor-default aria-disabled:opacity-40 print:invisible"
      >
        <ChevronRightIcon />
      </IconButton>
    </div>
  )
}
