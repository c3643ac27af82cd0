import { useQuery } from '@tanstack/react-query'
import { CalendarIcon } from 'lucide-react'
import { buttonStyle } from '@/components/ui/button-styles'
import { longMonth } from '@/lib/dates/dates'
import { journalQueries } from './journal-queries'

type Props = { month: string | undefined; onJump: (month: string) => void }

/** Looks the same whatever is chosen, since the heading beside it says which month is in sight. */
export function JumpToMonth({ month = '', onJump }: Props) {
  const { data: months = [] } = useQuery(journalQueries.months())
  if (months.length < 2) return null
  return (
    <span className="pointer-events-auto relative rounded-control has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
      <span aria-hidden className={buttonStyle('ghost', 'text-accent!')}>
        <CalendarIcon />
        <span className="@max-[18rem]:hidden">Jump to month</span>
      </span>
      <select
        aria-label="Jump to month"
        value={month}
        onChange={({ currentTarget }) => onJump(currentTarget.value)}
        className="absolute inset-0 w-full cursor-pointer text-base opacity-0"
      >
        <option value="">Newest entries</option>
        {months.map(({ month }) => (
          <option key={month} value={month}>
            {longMonth(month)}
          </option>
        ))}
      </select>
    </span>
  )
}
