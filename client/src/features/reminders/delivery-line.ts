import type { LatestDeliveriesView } from '@shared/reminders'
import { longDay } from '@/lib/dates'

type Delivery = NonNullable<LatestDeliveriesView['email']>

/** The outcome of the newest reminder, in a sentence. */
export function deliveryLine({ localDate, status, lastError }: Delivery): string {
  const date = longDay(localDate)
  const because = lastError ? `: ${lastError}` : ''
  switch (status) {
    case 'sent':
      return `Last reminder sent ${date}`
    case 'failed':
      return `The reminder of ${date} could not be sent${because}`
    case 'unknown':
      return `Sending the reminder of ${date} was interrupted, so it may not have arrived. It was not sent twice.`
    case 'skipped':
      return `No reminder was sent on ${date}${because}`
    case 'pending':
    case 'sending':
      return because
        ? `The reminder of ${date} could not be sent yet and will be tried again${because}`
        : `The reminder of ${date} is on its way`
  }
}
