import { localDay } from '@shared/timezones'

const delaysInMinutes = [1, 5, 15, 60]

/** However a try ended, also with the death of the process. */
export const triesAtMost = delaysInMinutes.length + 1

/** When to try again after `attempts` that failed for now; never, once they were enough or the local day is over by then. */
export function retryAt(
  { attempts, localDate, timezone }: { attempts: number; localDate: string; timezone: string },
  now: Date,
): Date | undefined {
  const delay = delaysInMinutes[attempts - 1]
  if (delay === undefined) return undefined
  const at = new Date(now.getTime() + delay * 60_000)
  return localDay(at, timezone) <= localDate ? at : undefined
}
