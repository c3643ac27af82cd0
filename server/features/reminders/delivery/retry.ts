import { localDay } from '@shared/timezones'

const delaysInMinutes = [1, 5, 15, 60]

/** When to retry after `attempts` transient failures; undefined when none are left or the local day is over by then. */
export function retryAt(
  { attempts, localDate, timezone }: { attempts: number; localDate: string; timezone: string },
  now: Date,
): Date | undefined {
  const delay = delaysInMinutes[attempts - 1]
  if (delay === undefined) return undefined
  const at = new Date(now.getTime() + delay * 60_000)
  return localDay(at, timezone) <= localDate ? at : undefined
}
