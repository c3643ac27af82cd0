import { FlameIcon } from 'lucide-react'
import { Card } from '@/components/ui/card'
import { Progress } from '@/components/ui/progress'

const target = 30

export function StreakCard({ streak }: { streak: number }) {
  const days = streak === 1 ? 'day' : 'days in a row'
  return (
    <Card title="Current Streak">
      <p className="flex items-baseline gap-2">
        <FlameIcon size={28} className="-ml-1 shrink-0 self-center text-accent" />
        <span className="font-serif text-2xl font-medium tabular-nums">{streak}</span>
        <span className="text-muted">{days}</span>
      </p>
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
