import { expect, test } from 'vitest'
import { createUser } from '../../../test/factories'
import { createRemindersApp, due } from '../../../test/reminders-app'

const { smtp, pushService, ctx, tick, createPushUser, createTextUser } = await createRemindersApp()
const counted = async (name: string) =>
  (await ctx.metrics.registry.getSingleMetricAsString(`lisa_reminder${name}_total`))
    .split('\n')
    .filter((line) => !line.startsWith('#') && !line.endsWith(' 0'))
    .map((line) => line.replace(/^.*?_total/, ''))
    .sort()

test('reminders are counted: due, delivered or not, and late', async () => {
  await createTextUser()
  await createPushUser([pushService.subscription()])
  await createUser(ctx.db, due)
  await tick('19:04')
  expect(await counted('s_due')).toEqual([' 3'])
  expect(await counted('_deliveries')).toEqual([
    '{channel="email",status="sent"} 1',
    '{channel="push",status="sent"} 1',
    '{channel="sms",status="sent"} 1',
  ])
  expect(await counted('s_late')).toEqual([])

  smtp.onEnvelope = () => '451 later'
  await createUser(ctx.db, due)
  await tick('19:05')
  expect(await counted('_deliveries')).toContain('{channel="email",status="pending"} 1')
  smtp.onEnvelope = () => undefined
  await tick('19:06')
  expect(await counted('_deliveries')).toContain('{channel="email",status="sent"} 2')
  expect(await counted('s_late')).toEqual(['{channel="email"} 1'])

  // Of a notification that a device has taken, the others count no more.
  await createPushUser([pushService.subscription(), pushService.subscription(503)])
  await tick('19:04')
  await tick('19:06')
  expect(await counted('_deliveries')).toContain('{channel="push",status="sent"} 2')
  expect((await counted('_deliveries')).filter((line) => line.includes('push'))).toHaveLength(1)
  expect(await counted('s_late')).toEqual(['{channel="email"} 1'])
})
