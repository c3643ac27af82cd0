import type { LatestDeliveriesView } from '@shared/reminders'
import { longDay } from '@/lib/dates/dates'

type Delivery = NonNullable<LatestDeliveriesView['email']>

/** The outcome of the newest reminder, in a sentence. */
export function deliveryLine({ localDate, status, lastError }: Delivery): string {
  const date = longDay(localDate)
  const because = lastError ? `: ${lastError}` : ''
  switch (status) {
    case 'sent':
      return `Last reminder sent ${date}`
    case 'failed':
      return `We couldn't send the reminder for ${date}${because}`
    case 'unknown':
      return `The reminder for ${date} was interrupted and may not have arrived. We didn't send it again.`
    case 'skipped':
      return `No reminder was sent on ${date}${because}`
    case 'pending':
    case 'sending':
      return because
        ? `We couldn't send the reminder for ${date} yet, but we'll try again${because}`
        : `The reminder for ${date} is on its way`
  }
}
