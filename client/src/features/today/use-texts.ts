import { useQuery } from '@tanstack/react-query'
import { useUser } from '@/features/auth/use-user'
import { attempt } from '@/lib/device/storage'
import { todayQueries } from './today-queries'

/** What the user has texted today, in the saved timezone: where that has another day than the browser, it is asked for. */
export function useTexts(now: Date, shown: { day: string; texts?: string[] }): string[] | undefined {
  const { timezone } = useUser()
  const day = attempt(() => dayIn(timezone, now)) ?? shown.day
  const isShown = day === shown.day
  const { data } = useQuery({ ...todayQueries.of(day), enabled: !isShown })
  return isShown ? shown.texts : data?.texts
}

/** Throws where the browser does not know the timezone. Not the `localDay` of the server, whose cache Settings would load, too. */
const dayIn = (timeZone: string, now: Date) =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    now,
  )
