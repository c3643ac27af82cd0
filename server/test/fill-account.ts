import type { Express } from 'express'
import { entryRecord } from '@shared/journal'
import * as schema from '@shared/schema'
import type { Db } from '../db/db'
import { versionsOf } from '../features/versions/versions-repository'
import { createEntry, createGoal, createUser } from './factories'
import { signIn } from './test-app'

type Filled = { app: Express; db: Db; now: Date }

const day = '2026-11-21'

/** Creates a user with at least one row in every table, and `mark` in every text. */
export async function fillAccount({ app, db, now }: Filled, mark: string, number: string) {
  const user = await createUser(db, {
    email: `${mark}@example.com`,
    firstName: mark,
    lastName: mark,
    profileImageUrl: `https://example.com/${mark}.png`,
    password: 'hash',
    phoneNumber: `${number}1`,
    pendingPhoneNumber: `${number}2`,
  })
  const userId = user.id
  const texts = Object.fromEntries(entryRecord.texts.map((field) => [field, `${mark} ${field}`]))
  const goal = await createGoal(db, userId, {
    title: mark,
    description: mark,
    motivation: mark,
    successIndicators: mark,
  })
  for (const entryDate of ['2025-11-21', day, '2026-11-22'])
    await createEntry(db, userId, { entryDate, ...texts }, [goal.id])
  const phone = { userId, phoneNumber: `${number}1` }
  const [said] = await db
    .insert(schema.dailyMessages)
    .values({ ...phone, messageContent: mark, messageDirection: 'inbound', messageSid: `SM${mark}` })
    .returning()
  await db.insert(schema.dailyMessages).values({
    ...phone,
    messageContent: mark,
    messageDirection: 'outbound',
    replyTo: said!.id,
    goalId: goal.id,
    deliveryError: mark,
  })
  await db.insert(schema.conversationDays).values({ userId, localDate: day, dueAt: now })
  await db
    .insert(schema.dailySummaries)
    .values({ ...phone, summaryDate: day, summary: mark, topics: [mark], metadata: { model: mark } })
  await db.insert(schema.pushDevices).values({
    userId,
    endpoint: `https://push.example.com/${mark}`,
    p256dh: mark,
    auth: mark,
    device: mark,
    sid: mark,
    lastSeenAt: now,
  })
  for (const channel of ['email', 'sms', 'push'] as const)
    await db
      .insert(schema.reminderDeliveries)
      .values({ userId, localDate: day, channel, providerId: mark, lastError: mark })
  const expiresAt = new Date(now.getTime() + 60_000)
  await db.insert(schema.phoneCodes).values({ userId, codeHash: mark, expiresAt })
  await db
    .insert(schema.accountEvents)
    .values({ userId, kind: 'sign-in', device: mark, network: 'a network' })
  await db
    .insert(schema.accessTokens)
    .values({ userId, name: mark, scopes: ['propose'], tokenHash: mark, expiresAt, networks: [mark] })
  await db
    .insert(schema.oauthRecords)
    .values({ model: 'Grant', id: mark, userId, payload: { accountId: userId, mark }, expiresAt })
  await db.insert(schema.proposals).values({
    userId,
    tokenName: mark,
    kind: 'goal',
    payload: { title: mark },
    reason: mark,
    expiresAt,
  })
  await db.insert(schema.incomingMails).values({ userId, messageHash: mark, outcome: 'saved', expiresAt })
  await db.insert(schema.calendarFeeds).values({ userId, secretHash: mark, titles: true })
  await db.insert(schema.voiceKeys).values({ userId, expiresAt })
  const [talk] = await db
    .insert(schema.voiceTalks)
    .values({ userId, localDate: day, begunAt: now, endsAt: expiresAt, summary: mark })
    .returning()
  await db
    .insert(schema.voiceCalls)
    .values({ callId: `rtc_${number}`, talkId: talk!.id, begunAt: now, hangUpAt: expiresAt })
  await versionsOf(db, userId).keepAll([{ kind: 'goal', row: goal, at: now }], { now, by: 'form' })
  const client = await signIn(app, user, { browser: mark })
  await client.get('/api/journal-entries').query({ q: mark }).expect(200)
  return { user, client }
}
