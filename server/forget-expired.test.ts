import { desc, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addDays } from '@shared/dates'
import { dailyMessages, dailySummaries, reminderDeliveries, voiceTalks } from '@shared/schema'
import { forgetExpired } from './forget-expired'
import { createUser } from './test/factories'
import { createTestApp } from './test/test-app'

const now = () => new Date('2026-11-21T00:00:30Z')
const daysAgo = (days: number) => addDays('2026-11-21', -days)

async function createAna(settings: Record<string, string> = {}) {
  const { ctx, db } = await createTestApp({ now, settings })
  const { id: userId } = await createUser(db)
  const texts = { userId, phoneNumber: '+15550104321' }
  return {
    db,
    forget: (stopping?: AbortSignal) => forgetExpired(ctx, stopping),
    addDeliveries: (days: number[]) =>
      db.insert(reminderDeliveries).values(
        days.map((day) => ({
          userId,
          localDate: daysAgo(day),
          channel: 'email' as const,
          status: 'sent' as const,
        })),
      ),
    /** Adds a text to Lisa, her reply, and the summary of the day. */
    addConversation: async (days: number) => {
      const day = { ...texts, localDate: daysAgo(days) }
      const [asked] = await db
        .insert(dailyMessages)
        .values({ ...day, messageContent: 'A good day', messageDirection: 'inbound' })
        .returning()
      await db
        .insert(dailyMessages)
        .values({ ...day, messageContent: 'Thank you', messageDirection: 'outbound', replyTo: asked?.id })
      await db.insert(dailySummaries).values({ ...texts, summaryDate: daysAgo(days), summary: 'A good day' })
    },
    deliveries: async () =>
      (await db.select().from(reminderDeliveries).orderBy(reminderDeliveries.localDate)).map(
        (row) => row.localDate,
      ),
    texts: async () =>
      (await db.select().from(dailyMessages).orderBy(dailyMessages.localDate)).map((row) => row.localDate),
    addTalk: async (days: number, more: Partial<typeof voiceTalks.$inferInsert> = {}) => {
      const begunAt = new Date(`${daysAgo(days)}T12:00:00Z`)
      const talk = { userId, localDate: daysAgo(days), begunAt, endsAt: begunAt, endedAt: begunAt }
      const intentions = [{ date: daysAgo(days), text: 'Sleep', asked: false }]
      await db
        .insert(voiceTalks)
        .values({ ...talk, summary: 'I slept', intentions, refused: 'Monday', ...more })
    },
    talks: () => db.select().from(voiceTalks).orderBy(desc(voiceTalks.begunAt)),
    summaries: () => db.$count(dailySummaries),
  }
}

test('deliveries of reminders and texts are kept for 400 days', async () => {
  const ana = await createAna()
  await ana.addDeliveries([0, 399, 400, 401, 800])
  for (const days of [400, 401]) await ana.addConversation(days)
  // The first run deletes the reply, the run a minute later the text that it answered.
  await ana.forget()
  await ana.forget()
  expect(await ana.deliveries()).toEqual([daysAgo(400), daysAgo(399), daysAgo(0)])
  expect(await ana.texts()).toEqual([400, 400].map(daysAgo))
})

test('KEEP_TEXTS_DAYS deletes older texts in both directions, and no summary', async () => {
  const ana = await createAna({ KEEP_TEXTS_DAYS: '30' })
  for (const days of [0, 30, 31]) await ana.addConversation(days)
  await ana.forget()
  await ana.forget()
  expect(await ana.texts()).toEqual([30, 30, 0, 0].map(daysAgo))
  expect(await ana.summaries()).toBe(3)
})

test('0 days keep deliveries and texts for ever', async () => {
  const ana = await createAna({ KEEP_TEXTS_DAYS: '0', KEEP_DELIVERIES_DAYS: '0' })
  await ana.addDeliveries([2_000])
  await ana.addConversation(2_000)
  await ana.forget()
  expect(await ana.deliveries()).toEqual([daysAgo(2_000)])
  expect(await ana.texts()).toEqual([2_000, 2_000].map(daysAgo))
})

test('many old rows are deleted in batches, and those that another instance is deleting are skipped', async () => {
  const ana = await createAna()
  await ana.addDeliveries([1, 401])
  await ana.db.execute(sql`
    insert into reminder_deliveries (user_id, local_date, channel)
    select user_id, local_date - n, channel from reminder_deliveries, generate_series(500, 6500) as n
    where local_date = ${daysAgo(1)}`)
  await ana.db.transaction(async (other) => {
    const { localDate } = reminderDeliveries
    await other
      .select()
      .from(reminderDeliveries)
      .where(eq(localDate, daysAgo(401)))
      .for('update')
    await ana.forget()
    expect(await ana.deliveries()).toEqual([daysAgo(401), daysAgo(1)])
  })
  await ana.forget(AbortSignal.abort())
  expect(await ana.deliveries()).toEqual([daysAgo(401), daysAgo(1)])
  await ana.forget()
  expect(await ana.deliveries()).toEqual([daysAgo(1)])
})

test('what is remembered of a talk is forgotten after 90 days, unless it is kept', async () => {
  const ana = await createAna()
  await ana.addTalk(90)
  await ana.addTalk(91)
  await ana.addTalk(92, { kept: true })
  await ana.addTalk(93, { summary: null })
  await ana.forget()
  const forgotten = { summary: '', intentions: [], refused: null }
  const whole = { summary: 'I slept', intentions: [{ text: 'Sleep' }], refused: 'Monday' }
  expect(await ana.talks()).toMatchObject([whole, forgotten, { ...whole, kept: true }, { summary: null }])
})
