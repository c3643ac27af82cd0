import { expect, test } from 'vitest'
import type { DeliveryStatus } from '@shared/reminders'
import { deliveryLine } from './delivery-line'

const delivery = (status: DeliveryStatus, lastError: string | null = null) =>
  deliveryLine({ localDate: '2026-11-20', status, at: '2026-11-20T19:00:03.000Z', lastError })

test('a reminder that was sent is told by its day', () => {
  expect(delivery('sent')).toBe('Last reminder sent November 20, 2026')
})

test('one that was not sent says why, if that is known', () => {
  expect(delivery('failed', 'mailbox full')).toBe(
    "We couldn't send the reminder for November 20, 2026: mailbox full",
  )
  expect(delivery('failed')).toBe("We couldn't send the reminder for November 20, 2026")
  expect(delivery('skipped', 'no email address')).toBe(
    'No reminder was sent on November 20, 2026: no email address',
  )
})

test('a reminder with an unknown outcome claims nothing', () => {
  expect(delivery('unknown', 'lease ran out')).toBe(
    "The reminder for November 20, 2026 was interrupted and may not have arrived. We didn't send it again.",
  )
})

test('one under way says so, and whether it has been tried', () => {
  expect(delivery('sending')).toBe('The reminder for November 20, 2026 is on its way')
  expect(delivery('pending', 'connection refused')).toBe(
    "We couldn't send the reminder for November 20, 2026 yet, but we'll try again: connection refused",
  )
})
