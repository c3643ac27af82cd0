import { eq } from 'drizzle-orm'
import {
  accountEvents,
  dailyMessages,
  dailySummaries,
  phoneCodes,
  reminderDeliveries,
  users,
  voiceKeys,
  voiceTalks,
} from '@shared/schema'
import type { Db } from '../db/db'
import { createGoal } from './factories'

type Filling = { word: string; secret: string; now: Date }

/** A row of everything that an export holds, with `word` in its texts, and of what it must not hold, with `secret`. */
export async function fillForExport(db: Db, userId: string, { word, secret, now }: Filling) {
  const phoneNumber = `+1555${word.length}000000`.slice(0, 12)
  await createGoal(db, userId, { title: word, description: `About ${word}` })
  const [message] = await db
    .insert(dailyMessages)
    .values({
      userId,
      phoneNumber,
      messageContent: word,
      messageDirection: 'inbound',
      messageSid: `SM-${word}`,
    })
    .returning()
  await db.insert(dailyMessages).values({
    userId,
    phoneNumber,
    messageContent: `Thank you for ${word}`,
    messageDirection: 'outbound',
    replyTo: message?.id,
    deliveryStatus: 'delivered',
  })
  await db.insert(dailySummaries).values({
    userId,
    phoneNumber,
    summaryDate: '2026-11-20',
    summary: word,
    conversationCount: 2,
    topics: [word],
    metadata: { model: word },
  })
  await db.insert(voiceTalks).values({
    userId,
    localDate: '2026-11-20',
    begunAt: new Date('2026-11-20T10:00:00Z'),
    endsAt: new Date('2026-11-20T10:15:00Z'),
    endedAt: new Date('2026-11-20T10:05:00Z'),
    seconds: 300,
    usage: { inputTokens: 10, outputTokens: 20 },
    summary: word,
    intentions: [{ date: '2026-11-21', text: word, asked: false }],
    refused: word,
  })
  await db.insert(voiceTalks).values({
    userId,
    localDate: '2026-11-19',
    begunAt: new Date('2026-11-19T10:00:00Z'),
    endsAt: new Date('2026-11-19T10:15:00Z'),
    endedAt: new Date('2026-11-19T10:05:00Z'),
    summary: '',
  })
  await db.insert(reminderDeliveries).values({
    userId,
    localDate: '2026-11-20',
    channel: 'email',
    status: 'failed',
    attempts: 3,
    lastError: word,
  })
  await db.insert(accountEvents).values({ userId, kind: 'sign-in', device: word, network: secret })
  await db.insert(phoneCodes).values({ userId, codeHash: secret, expiresAt: now })
  await db.insert(voiceKeys).values({ userId, expiresAt: now })
  await db
    .update(users)
    .set({
      password: secret,
      oidcSubject: `${secret}-${word}`,
      timezone: 'Asia/Tokyo',
      pendingPhoneNumber: phoneNumber,
      lastReminderSent: '2026-11-20',
      rememberTalks: true,
      lisaReadsJournal: true,
      aiEnabled: false,
    })
    .where(eq(users.id, userId))
}
