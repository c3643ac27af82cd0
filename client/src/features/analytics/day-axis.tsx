import { cn } from '@/lib/screen/cn'

/** The days of a month beneath a picture of 31 columns. */
export function DayAxis({ columns = 31, className }: { columns?: number; className?: string }) {
  return (
    <div aria-hidden className={cn('@container relative h-5 text-xs text-muted tabular-nums', className)}>
      {[1, 8, 15, 22, 29]
        .filter((day) => day <= columns)
        .map((day) => (
          <span
            key={day}
            className={cn('absolute -translate-x-1/2', day % 14 === 8 && '@max-[7rem]:hidden')}
            style={{ left: `${((day - 0.5) / columns) * 100}%` }}
          >
            {day}
          </span>
        ))}
    </div>
  )
}
