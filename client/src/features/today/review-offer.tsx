import { useQuery } from '@tanstack/react-query'
import { ChevronDownIcon, HistoryIcon } from 'lucide-react'
import { useEffect, useId, useState, type ComponentType } from 'react'
import { useSearchParams } from 'wouter'
import type { JournalDayView } from '@shared/analytics'
import { isWithin, periodsOffered, type ReviewPeriod } from '@shared/review-period'
import { LoadFailure } from '@/components/load-failure'
import { Button } from '@/components/ui/button'
import { Loading, Skeleton } from '@/components/ui/skeleton'
import { analyticsQueries } from '@/features/analytics/analytics-queries'
import { useUser } from '@/features/auth/use-user'
import { useConnection } from '@/lib/api/connection'
import { dayOf } from '@/lib/dates/days'
import { draftOf } from '@/lib/saving/drafts'
import { cn } from '@/lib/screen/cn'

/** Gives the review, whose code loads when it is offered. */
export type LoadReview = () => Promise<{ HomeReview: ComponentType<{ period: ReviewPeriod; now: Date }> }>

type Props = {
  now: Date
  /** The last seven days with an entry. */
  days: JournalDayView[]
  load: LoadReview
}

/** At the end of a week, month or year that has an entry: offers to look back at it. */
export function ReviewOffer({ now, days, load }: Props) {
  const periods = periodsOffered(dayOf(now), now.getHours())
  return periods[0] && <Offer now={now} days={days} load={load} periods={periods} longest={periods[0]} />
}

function Offer({
  now,
  days,
  load,
  periods,
  longest,
}: Props & { periods: ReviewPeriod[]; longest: ReviewPeriod }) {
  const { id } = useUser()
  const contentId = useId()
  const isCut = useConnection() !== 'ok'
  const [parameters, setParameters] = useSearchParams()

  const isSeen = days.some(({ date }) => isWithin(longest, date))
  const { from, to } = longest
  // Asked only where the last days of a month or year have no entry.
  const { data: earlier } = useQuery({
    ...analyticsQueries.days({ from, to }),
    enabled: !isSeen && !isCut,
  })
  const written = [...days.map(({ date }) => date), ...(earlier?.keys() ?? [])]
  const period = periods.find((period) => written.some((day) => isWithin(period, day)))
  const key = period && `${period.name} ${period.to}`
  const isOpen = period !== undefined && parameters.get('review') === period.name

  const [before] = useState(() => ({ isOpen, opened: openedOf(id).read()?.values }))
  const isOffered =
    period && (isSeen || earlier) && (isOpen || before.isOpen || (!isCut && before.opened !== key))
  useEffect(() => {
    if (isOpen && key) openedOf(id).write(key)
  }, [id, isOpen, key])

  const code = useQuery({
    queryKey: ['review-code'],
    queryFn: async () => ({ HomeReview: (await load()).HomeReview }),
    enabled: Boolean(isOffered),
  })
  if (!isOffered) return null

  return (
    <section className="flex flex-col gap-4 border-t border-line pt-4">
      <Button
        variant="secondary"
        id={`${contentId}-label`}
        aria-expanded={isOpen}
        onClick={() => setParameters(isOpen ? {} : { review: period.name }, { replace: true })}
      >
        <HistoryIcon />
        Look back at your {period.name}
        <ChevronDownIcon
          aria-hidden
          className={cn('size-4 transition-transform duration-150', isOpen && 'rotate-180')}
        />
      </Button>
      {isOpen && (
        <div role="region" aria-labelledby={`${contentId}-label`}>
          {code.data ? (
            <code.data.HomeReview period={period} now={now} />
          ) : code.isError ? (
            <LoadFailure
              title={`We couldn't load your ${period.name}`}
              error={code.error}
              onRetry={() => void code.refetch()}
              pending={code.isFetching}
            />
          ) : (
            <Loading>
              <Skeleton className="h-11" />
            </Loading>
          )}
        </div>
      )}
    </section>
  )
}

/** What was opened last on this device. Kept like a draft, so that a sign-out removes it. */
const openedOf = (userId: string) => draftOf<string>(userId, 'review', 'opened', 'device')
