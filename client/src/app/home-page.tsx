import { useQuery } from '@tanstack/react-query'
import { MicIcon } from 'lucide-react'
import { AppLink } from '@/components/app-link'
import { analyticsQueries } from '@/features/analytics/analytics-queries'
import { useUser } from '@/features/auth/use-user'
import { shortDate } from '@/lib/days'
import { screenHeading } from '@/lib/navigation'
import { useNow } from '@/lib/use-now'
import { usePageTitle } from '@/lib/use-page-title'
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
        className="relative isolate mt-8 flex flex-col items-center overflow-hidden rounded-card border border-line bg-card px-6 pt-24 pb-8 text-center transition-colors duration-150 hover:border-control"
      >
        <Rings />
        <span className="flex size-20 items-center justify-center rounded-full bg-accent text-accent-ink">
          <MicIcon size={32} />
        </span>
        <span className="mt-20 font-serif text-2xl font-medium">Talk to Lisa</span>
        <span className="mt-1 text-balance text-muted">Your AI companion for daily reflection and goals</span>
      </AppLink>
    </>
  )
}

/** Sound waves, centred on the microphone. */
function Rings() {
  return (
    <svg
      viewBox="-192 -192 384 384"
      className="absolute -top-14 -z-10 size-96 mask-radial-from-35% mask-radial-to-70% text-accent"
      fill="none"
      stroke="currentColor"
      aria-hidden
    >
      {[56, 73, 91, 110].map((radius, i) => (
        <circle key={radius} r={radius} opacity={0.5 - i * 0.08} />
      ))}
    </svg>
  )
}
