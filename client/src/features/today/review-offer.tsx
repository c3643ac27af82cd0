import { useQuery } from '@tanstack/react-query'
import { ChevronDownIcon, HistoryIcon } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useState, type ComponentType } from 'react'
import { useSearchParams } from 'wouter'
import type { JournalDayView } from '@shared/analytics'
import { isWithin, lastPeriod, periodsOffered, type ReviewPeriod } from '@shared/review-period'
import { LoadFailure } from '@/components/load-failure'
import { Button } from '@/components/ui/button'
import { Loading, Skeleton } from '@/components/ui/skeleton'
import { analyticsQueries } from '@/features/analytics/analytics-queries'
import { useUser } from '@/features/auth/use-user'
import { useConnection } from '@/lib/api/connection'
import { dayOf } from '@/lib/dates/days'
import { draftOf } from '@/lib/saving/drafts'
import { cn } from '@/lib/screen/cn'
import { focusOnceThere, wasOpenedByAddress } from '@/lib/screen/navigation'

/** Gives the review, whose code loads when it is offered. */
export type LoadReview = () => Promise<{ HomeReview: ComponentType<{ period: ReviewPeriod; now: Date }> }>

type Props = {
  now: Date
  /** The last seven days with an entry. */
  days: JournalDayView[]
  load: LoadReview
}

/** At the end of a week, month or year that has an entry: offers to look back at it. Its address opens the last one at any time. */
export function ReviewOffer({ now, days, load }: Props) {
  const [parameters] = useSearchParams()
  const moment = [dayOf(now), now.getHours()] as const
  const open = lastPeriod(parameters.get('review'), ...moment)
  // What an address has opened stays when it is closed.
  const [openFirst] = useState(open)
  const asked = open ?? openFirst
  const periods = asked ? [asked] : periodsOffered(...moment)
  return (
    periods[0] && (
      <Offer
        now={now}
        days={days}
        load={load}
        periods={periods}
        longest={periods[0]}
        isAsked={asked !== undefined}
        isOpen={open !== undefined}
      />
    )
  )
}

type OfferProps = Props & {
  periods: ReviewPeriod[]
  longest: ReviewPeriod
  isAsked: boolean
  isOpen: boolean
}

function Offer({ now, days, load, periods, longest, isAsked, isOpen }: OfferProps) {
  const { id } = useUser()
  const labelId = useId()
  const isCut = useConnection() !== 'ok'
  const [, setParameters] = useSearchParams()

  const isSeen = isAsked || days.some(({ date }) => isWithin(longest, date))
  const { from, to } = longest
  // Asked only where the last days of a month or year have no entry.
  const { data: earlier } = useQuery({
    ...analyticsQueries.days({ from, to }),
    enabled: !isSeen && !isCut,
  })
  const written = [...days.map(({ date }) => date), ...(earlier?.keys() ?? [])]
  const period = isAsked ? longest : periods.find((period) => written.some((day) => isWithin(period, day)))
  const key = period && `${period.name} ${period.to}`

  const [opened] = useState(() => openedOf(id).read()?.values)
  const isOffered = period && (isAsked || ((isSeen || earlier) && !isCut))
  const isQuiet = !isAsked && opened === key
  useEffect(() => {
    if (isOpen && key) openedOf(id).write(key)
  }, [id, isOpen, key])

  const onShow = useEffectEvent(() => {
    if (isOpen && wasOpenedByAddress())
      focusOnceThere(`[aria-labelledby="${labelId}"] h3`, (heading) =>
        heading.closest('section')?.scrollIntoView(),
      )
  })
  useEffect(() => onShow(), [])

  const code = useQuery({
    queryKey: ['review-code'],
    queryFn: async () => ({ HomeReview: (await load()).HomeReview }),
    enabled: Boolean(isOffered),
  })
  if (!isOffered) return null

  return (
    <section className="flex flex-col gap-4 border-t border-line pt-4">
      <Button
        variant={isQuiet ? 'ghost' : 'secondary'}
        id={labelId}
        aria-expanded={isOpen}
        className={isQuiet ? '-mx-4 -my-2 self-start text-sm' : undefined}
        onClick={() => setParameters(isOpen ? {} : { review: period.name }, { replace: true })}
      >
        {!isQuiet && <HistoryIcon />}
        {isQuiet ? 'Your' : 'Look back at your'} {period.name}
        <ChevronDownIcon
          aria-hidden
          className={cn('size-4 transition-transform duration-150', isOpen && 'rotate-180')}
        />
      </Button>
      {isOpen && (
        <div role="region" aria-labelledby={labelId}>
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
