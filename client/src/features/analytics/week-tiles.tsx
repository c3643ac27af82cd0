import { CheckIcon } from 'lucide-react'
import { cn } from '@/lib/screen/cn'
import { weekTiles, type DayTile } from './week'

/** They count: the first tiles are completed, whichever the days were. */
export function WeekTiles({ weeklyCount, now }: { weeklyCount: number; now: Date }) {
  return (
    <>
      <ol className="grid grid-cols-7 gap-1 max-[24.25rem]:-mx-3">
        {weekTiles(weeklyCount, now).map((tile) => (
          <Tile key={tile.position} {...tile} />
        ))}
      </ol>
      <p className="tabular-nums">{weeklyCount} of 7 days completed this week</p>
    </>
  )
}
function Tile({ position, letter, isCompleted, isToday }: DayTile) {
  return (
    <li
      aria-current={isToday ? 'date' : undefined}
      className={cn(
        'flex flex-col items-center gap-1.5 rounded-control py-2 text-sm',
        isToday ? 'bg-accent-soft font-semibold text-accent forced-colors:outline-2' : 'text-muted',
      )}
    >
      <span aria-hidden>{letter}</span>
      <span className="sr-only">
        {position + 1} of 7: {isCompleted ? 'completed' : 'not completed'}
      </span>
      <span
        aria-hidden
        className={cn(
          'flex aspect-square w-full max-w-8 items-center justify-center rounded-full border',
          isCompleted
            ? 'border-accent bg-accent text-accent-ink'
            : isToday
              ? 'border-accent'
              : 'border-control',
        )}
      >
        {isCompleted && <CheckIcon className="h-auto w-9/16" strokeWidth={2.25} />}
      </span>
    </li>
  )
}
