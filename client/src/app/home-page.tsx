import { useQuery } from '@tanstack/react-query'
import { MicIcon } from 'lucide-react'
import { AppLink } from '@/components/app-link'
import { analyticsQueries } from '@/features/analytics/analytics-queries'
import { useUser } from '@/features/auth/use-user'
import { TodayCard } from '@/features/today/today-card'
import { shortDate } from '@/lib/dates/days'
import { screenHeading } from '@/lib/screen/navigation'
import { useNow } from '@/lib/dates/use-now'
import { usePageTitle } from '@/lib/screen/use-page-title'
import { partOfDay } from './part-of-day'

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
        className="relative isolate mt-6 flex flex-col items-center overflow-hidden rounded-card border border-line bg-card px-6 pt-20 pb-6 text-center transition-colors duration-150 hover:border-control short:pt-10"
      >
        <Rings />
        <span className="flex size-20 items-center justify-center rounded-full bg-accent text-accent-ink">
          <MicIcon size={32} />
        </span>
        <span className="mt-16 font-serif text-2xl font-medium short:mt-7">Talk to Lisa</span>
        <span className="mt-1 text-balance text-muted">Your AI companion for daily reflection and goals</span>
      </AppLink>
      <div className="mt-4">
        <TodayCard now={now} />
      </div>
    </>
  )
}

/** Sound waves, centred on the microphone. */
function Rings() {
  return (
    <svg
      viewBox="-192 -192 384 384"
      className="absolute -top-18 -z-10 size-96 mask-[radial-gradient(black_30%,transparent_60%)] text-accent short:-top-28"
      fill="none"
      stroke="currentColor"
      aria-hidden
    >
      {[53, 66, 80, 95].map((radius, i) => (
        <circle
          key={radius}
          r={radius}
          opacity={0.5 - i * 0.08}
          className={i > 1 ? 'short:hidden' : undefined}
        />
      ))}
    </svg>
  )
}
