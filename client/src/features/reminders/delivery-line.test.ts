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
    'The reminder of November 20, 2026 could not be sent: mailbox full',
  )
  expect(delivery('failed')).toBe('The reminder of November 20, 2026 could not be sent')
  expect(delivery('skipped', 'no email address')).toBe(
    'No reminder was sent on November 20, 2026: no email address',
  )
})

test('a reminder with an unknown outcome claims nothing', () => {
  expect(delivery('unknown', 'lease ran out')).toBe(
    'Sending the reminder of November 20, 2026 was interrupted, so it may not have arrived. It was not sent twice.',
  )
})

test('one under way says so, and whether it has been tried', () => {
  expect(delivery('sending')).toBe('The reminder of November 20, 2026 is on its way')
  expect(delivery('pending', 'connection refused')).toBe(
    'The reminder of November 20, 2026 could not be sent yet and will be tried again: connection refused',
  )
})
