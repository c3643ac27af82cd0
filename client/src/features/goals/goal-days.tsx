import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ChevronDownIcon } from 'lucide-react'
import { useRef } from 'react'
import { addDays } from '@shared/dates'
import type { GoalView } from '@shared/goals'
import { plainLine } from '@shared/journal/plain-line'
import { analyticsQueries } from '@/features/analytics/analytics-queries'
import { readingOf } from '@/features/journal/waiting-queries'
import { AppLink } from '@/components/app-link'
import { FailureLine } from '@/components/load-failure'
import { Button } from '@/components/ui/button'
import { Loading, Skeleton } from '@/components/ui/skeleton'
import { longDay, monthName, weekdayAndDay } from '@/lib/dates/dates'
import { dayOf } from '@/lib/dates/days'
import { useNow } from '@/lib/dates/use-now'
import { cn } from '@/lib/screen/cn'
import { useFocusOnAdded } from '@/lib/screen/use-focus-on-added'
import { useKeptOpen } from '@/lib/screen/use-kept-open'

/** The days of all goals in most of a year and a month ahead, and the last day of those that have earlier ones only. */
export function useGoalActivity(now: Date) {
  const today = dayOf(now)
  const days = { from: addDays(today, -334), to: addDays(today, 31), earlier: 'true' } as const
  return useQuery(analyticsQueries.goalActivity(days))
}

/** The days of a goal this month or the last one before, in one line that opens all of its days; nothing where there are none. */
export function GoalDays({ goal }: { goal: GoalView }) {
  const now = useNow()
  const activity = useGoalActivity(now)
  const [isOpen, setIsOpen] = useKeptOpen(`days ${goal.id}`)
  const days = activity.data?.get(goal.id)
  if (!days) return null
  return (
    <div
      className={cn(
        'mt-3 ml-2.5 flex flex-col border-l-2 pl-[25px]',
        isOpen ? 'border-line' : 'border-transparent',
      )}
    >
      <Button
        variant="ghost"
        aria-expanded={isOpen}
        aria-label={`${inWords(days, now)}: ${goal.title}`}
        className="-mx-4 -my-2 self-start text-start text-sm text-balance text-muted"
        onClick={() => setIsOpen(!isOpen)}
      >
        {inWords(days, now)}
        <ChevronDownIcon
          aria-hidden
          className={cn('size-4 shrink-0 transition-transform duration-150', isOpen && 'rotate-180')}
        />
      </Button>
      {isOpen && <DaysOfGoal goal={goal} />}
    </div>
  )
}

/** '3 days in November, last on Friday 20'; of days before this month only the last one, of days ahead the first. */
function inWords(all: string[], now: Date): string {
  const today = dayOf(now)
  const days = all.filter((day) => day <= today)
  const last = days.at(-1)
  if (!last) return `On ${longDay(all[0] ?? today)}`
  const count = days.filter((day) => day.startsWith(today.slice(0, 7))).length
  if (!count) return `Last on ${longDay(last)}`
  return count === 1
    ? `1 day in ${monthName(now)}, on ${weekdayAndDay(last)}`
    : `${count} days in ${monthName(now)}, last on ${weekdayAndDay(last)}`
}

function DaysOfGoal({ goal }: { goal: GoalView }) {
  const days = useInfiniteQuery(analyticsQueries.daysOfGoal(goal.id))
  const all = days.data?.pages.flat() ?? []
  const element = useRef<HTMLDivElement>(null)
  const focusAdded = useFocusOnAdded()

  function load() {
    focusAdded(element.current)
    void (all.length ? days.fetchNextPage() : days.refetch())
  }

  return (
    <div ref={element} className="mt-3 flex flex-col gap-3">
      {days.isPending && (
        <Loading>
          <Skeleton className="h-12" />
        </Loading>
      )}
      {all.length > 0 && (
        <ul aria-label={`Days for ${goal.title}`} className="divide-y divide-line">
          {all.map(({ entryDate, firstLine }) => (
            <li key={entryDate}>
              <AppLink
                // Other goals have the same day, and the way back is to this one.
                id={`day-${goal.id}-${entryDate}`}
                href={readingOf(entryDate)}
                className="-mx-2 flex min-h-touch flex-col rounded-control px-2 py-2 text-sm hover:underline"
              >
                {longDay(entryDate)}
                <span dir="auto" className="truncate font-serif text-muted">
                  {plainLine(firstLine)}
                </span>
              </AppLink>
            </li>
          ))}
        </ul>
      )}
      {days.isError ? (
        <FailureLine
          title="We couldn't load these days."
          error={days.error}
          onRetry={load}
          pending={days.isFetching}
        />
      ) : (
        days.hasNextPage && (
          <Button
            variant="ghost"
            className="-mx-4 -my-2 self-start text-sm"
            pending={days.isFetchingNextPage}
            onClick={load}
          >
            Show earlier days
          </Button>
        )
      )}
    </div>
  )
}
