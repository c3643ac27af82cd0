import { FlameIcon } from 'lucide-react'
import { Card } from '@/components/ui/card'
import { Progress } from '@/components/ui/progress'

const target = 30

/** Said on the day itself. */
const milestones: Record<number, string> = {
  30: 'Thirty days: a few lines at a time, you have made this a habit.',
  100: 'A hundred days in a row. Each of them is here to read again.',
  365: 'A whole year, day by day. What a book you have written.',
}

/** `longest` is missing from servers that do not know it yet, during an upgrade. */
export function StreakCard({ streak, longest }: { streak: number; longest?: number }) {
  const days = streak === 1 ? 'day' : 'days in a row'
  const milestone = milestones[streak]
  return (
    <Card title="Current Streak">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="flex items-baseline gap-2">
          <FlameIcon size={28} className="-ml-1 shrink-0 self-center text-accent" />
          <span className="font-serif text-2xl font-medium tabular-nums">{streak}</span>
          <span className="text-muted">{days}</span>
        </p>
        {Boolean(longest) && (
          <p className="text-sm text-muted tabular-nums">
            Longest: {longest} {longest === 1 ? 'day' : 'days'}
          </p>
        )}
      </div>
      {milestone && <p className="font-serif">{milestone}</p>}
      <div className="flex flex-col gap-2">
        <Progress
          label="Current Streak"
          value={streak}
          max={target}
          valueText={`${streak} of ${target} days`}
        />
        <p className="text-sm text-muted tabular-nums">Goal: {target} days</p>
      </div>
    </Card>
  )
}
