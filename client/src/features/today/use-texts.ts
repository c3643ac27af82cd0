import { useQuery } from '@tanstack/react-query'
import { useUser } from '@/features/auth/use-user'
import { attempt } from '@/lib/device/storage'
import { todayQueries } from './today-queries'

/**
 * What the user has texted today, in the saved timezone: where that has another day than the browser, they are asked
 * for, and belong in another entry than the one shown.
 */
export function useTexts(now: Date, shown: { day: string; texts?: string[] }) {
  const { timezone } = useUser()
  const day = attempt(() => dayIn(timezone, now)) ?? shown.day
  const areOfDay = day === shown.day
  const { data } = useQuery({ ...todayQueries.of(day), enabled: !areOfDay })
  return { texts: areOfDay ? shown.texts : data?.texts, areOfDay }
}

/** Swedes write a day as Lisa does. Throws where the browser does not know the timezone. Not the `localDay` of the server, whose cache Settings would load, too. */
const dayIn = (timeZone: string, now: Date) => now.toLocaleDateString('sv', { timeZone })
