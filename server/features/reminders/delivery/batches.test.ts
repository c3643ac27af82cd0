import { expect, test, vi } from 'vitest'
import { reminderDeliveries, users } from '@shared/schema'
import type { Mail } from '../../../senders/mailer'
import { ProviderError } from '../../../senders/provider-error'
import { createUser } from '../../../test/factories'
import { at, due } from '../../../test/reminders-app'
import { createTestApp } from '../../../test/test-app'
import { sendDueReminders } from './deliver'

const send = vi.fn<(mail: Mail) => Promise<{ id: string }>>()
const { ctx, db } = await createTestApp({ now: () => at('19:00'), mailer: { send, close: () => {} } })

async function createDueUsers(count: number) {
  await db.delete(users)
  for (let n = 0; n < count; n++) await createUser(db, due)
}
const rows = () => db.select().from(reminderDeliveries)
const countOf = async (status: string) => (await rows()).filter((row) => row.status === status).length

test('twenty mails are in flight, in two batches, and the others wait until a batch is settled', async () => {
  await createDueUsers(30)
  const releases: (() => void)[] = []
  send.mockReset().mockImplementation(async () => {
    await new Promise<void>((resolve) => releases.push(resolve))
    return { id: '1' }
  })
  const sending = sendDueReminders(ctx)
  await expect.poll(() => releases.length).toBe(20)
  expect(await countOf('sending')).toBe(20)
  expect(await countOf('pending')).toBe(10)
  // The first batch: the second one stays in flight.
  for (const release of releases.slice(0, 10)) release()
  await expect.poll(() => releases.length).toBe(30)
  expect(await countOf('sent')).toBe(10)
  for (const release of releases) release()
  await sending
  expect(await countOf('sent')).toBe(30)
})

test('when nothing of a batch gets through, no further batch is begun beside it', async () => {
  await createDueUsers(40)
  const isSettled = async () => (await rows()).some((row) => row.status === 'pending' && row.attempts === 1)
  send.mockReset().mockImplementation(async () => {
    if (send.mock.calls.length <= 10) throw new ProviderError('unreachable', 'lost', 'Not reached')
    await vi.waitUntil(isSettled)
    return { id: '1' }
  })
  await sendDueReminders(ctx)
  const tried = (await rows()).filter(({ attempts }) => attempts === 1)
  expect(tried.map(({ status }) => status).sort()).toEqual([...repeat('pending', 10), ...repeat('sent', 10)])
  expect(await countOf('pending')).toBe(30)
})

test.each([1, 7, 31])('mail %i of 31 that gets no answer holds up none of the others', async (lost) => {
  await createDueUsers(31)
  send.mockReset().mockImplementation(async () => {
    if (send.mock.calls.length === lost) throw new ProviderError('unknown', 'lost', 'No answer')
    return { id: '1' }
  })
  await sendDueReminders(ctx)
  expect((await rows()).map(({ status }) => status).sort()).toEqual([...repeat('sent', 30), 'unknown'])
})

const repeat = (status: string, times: number) => Array<string>(times).fill(status)
