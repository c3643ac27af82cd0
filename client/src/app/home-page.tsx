import { useQuery } from '@tanstack/react-query'
import { MicIcon } from 'lucide-react'
import { AppLink } from '@/components/app-link'
import { analyticsQueries } from '@/features/analytics/analytics-queries'
import { useUser } from '@/features/auth/use-user'
import { ThisMonth } from '@/features/goals/this-month'
import { TodayCard } from '@/features/today/today-card'
import { shortDate } from '@/lib/dates/days'
import { screenHeading } from '@/lib/screen/navigation'
import { useNow } from '@/lib/dates/use-now'
import { usePageTitle } from '@/lib/screen/use-page-title'
import { partOfDay } from './part-of-day'

const loadReview = () => import('./home-review')

export function HomePage() {
  const { firstName } = useUser()
  const now = useNow()
  const part = partOfDay(now)
  usePageTitle()
  // Required by the specification, although no screen shows it yet.
  useQuery(analyticsQueries.monthlyGoals())
  return (
    <>
      <p className="text-sm text-muted">{shortDate(now)}</p>
      <h1
        ref={screenHeading}
        tabIndex={-1}
        className="mt-1 font-serif text-2xl font-medium text-balance wrap-anywhere"
      >
        Good {part}, {firstName?.trim() || 'there'}
      </h1>
      <p className="mt-1 text-muted">Have a great {part}</p>
      <AppLink
        href="/voice"
        className="mt-6 flex min-h-24 flex-wrap items-center gap-4 rounded-card border border-line bg-card px-5 py-3 transition-colors duration-150 hover:border-control"
      >
        <span className="flex size-11 items-center justify-center rounded-full bg-accent text-accent-ink">
          <MicIcon />
        </span>
        <span className="grid grow basis-32">
          <span className="font-serif text-xl font-medium">Talk to Lisa</span>
          <span className="text-sm text-balance text-muted">
            Your AI companion for daily reflection and goals
          </span>
        </span>
      </AppLink>
      <div className="mt-4 flex flex-col gap-4">
        <TodayCard now={now} loadReview={loadReview}>
          <ThisMonth now={now} />
        </TodayCard>
      </div>
    </>
  )
}
