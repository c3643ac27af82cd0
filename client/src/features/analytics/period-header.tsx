import { ChevronLeftIcon, ChevronRightIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '@/components/ui/icon-button'

type Props = {
  unit: 'month' | 'year'
  title: string
  /** Nothing comes before it. */
  isEarliest: boolean
  /** Nothing comes after it yet. */
  isLatest: boolean
  onStep: (by: -1 | 1) => void
}

/** The period that the pictures beneath show, between the buttons that change it. */
export function PeriodHeader({ unit, title, isEarliest, isLatest, onStep }: Props) {
  return (
    <div className="-mx-3 flex flex-wrap items-center justify-between gap-1">
      <Step label={`Previous ${unit}`} isEnd={isEarliest} onClick={() => onStep(-1)}>
        <ChevronLeftIcon />
      </Step>
      <h3
        aria-live="polite"
        className="min-w-min grow basis-0 text-center font-serif text-lg font-medium tabular-nums max-[17rem]:order-first max-[17rem]:basis-full"
      >
        {title}
      </h3>
      <Step label={`Next ${unit}`} isEnd={isLatest} onClick={() => onStep(1)}>
        <ChevronRightIcon />
      </Step>
    </div>
  )
}

type StepProps = { label: string; isEnd: boolean; onClick: () => void; children: ReactNode }

const Step = ({ label, isEnd, onClick, children }: StepProps) => (
  // Not `disabled`: a button that is loses the focus.
  <IconButton
    label={label}
    aria-disabled={isEnd}
    onClick={() => !isEnd && onClick()}
    className="aria-disabled:cursor-default aria-disabled:opacity-40 print:invisible"
  >
    {children}
  </IconButton>
)
