import { useQuery } from '@tanstack/react-query'
import { ArrowUpIcon, ArrowUpToLineIcon } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { longMonth } from '@/lib/dates/dates'
import { journalQueries } from './journal-queries'

type Props = { month: string; onJump: (month?: string) => void }

/** Above a list that begins at a month: the month after it, and all the way back. */
export function NewerEntries({ month, onJump }: Props) {
  const { data: months = [] } = useQuery(journalQueries.months())
  const newer = months.findLast((other) => other.month > month)?.month
  return (
    <div className="my-3 flex flex-wrap gap-2">
      {newer && (
        <Button variant="secondary" onClick={() => onJump(newer)}>
          <ArrowUpIcon />
          {longMonth(newer)}
        </Button>
      )}
      <Button variant="secondary" onClick={() => onJump()}>
        <ArrowUpToLineIcon />
        Newest entries
      </Button>
    </div>
  )
}
