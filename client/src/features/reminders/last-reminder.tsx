import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ReminderChannel } from '@shared/reminders'
import { deliveryLine } from './delivery-line'
import { reminderQueries } from './reminders-queries'

/** The outcome of the last reminder; nothing before the first one, or if it cannot be loaded. */
export function useLastReminder(channel: ReminderChannel): ReactNode {
  const delivery = useQuery(reminderQueries.latestDeliveries()).data?.[channel]
  if (!delivery) return undefined
  const isTrouble = delivery.status === 'failed' || delivery.status === 'unknown'
  return <span className={isTrouble ? 'text-danger' : undefined}>{deliveryLine(delivery)}</span>
}
