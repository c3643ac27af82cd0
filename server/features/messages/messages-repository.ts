import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm'
import { dailyMessageInput, type DailyMessageInput, textStatuses, type TextStatus } from '@shared/messages'
import { dailyMessages, users } from '@shared/schema'
import type { Db } from '../../db/db'

export type Message = typeof dailyMessages.$inferSelect
export type Person = Pick<typeof users.$inferSelect, 'firstName' | 'timezone' | 'phoneReminderEnabled'> & {
  userId: string
}

const person = {
  userId: users.id,
  firstName: users.firstName,
  timezone: users.timezone,
  phoneReminderEnabled: users.phoneReminderEnabled,
}

/** Whose number this is. In a transaction that will change something of theirs, `forUpdate`: one at a time. */
export async function personWith(
  db: Db,
  phoneNumber: string,
  { forUpdate = false } = {},
): Promise<Person | undefined> {
  const query = db.select(person).from(users).where(eq(users.phoneNumber, phoneNumber))
  const [row] = await (forUpdate ? query.for('no key update') : query)
  return row
}

type NewMessage = DailyMessageInput &
  Pick<Message, 'localDate' | 'createdAt'> &
  Partial<Pick<Message, 'replyTo' | 'keyword'>>

export function messagesOf(db: Db, userId: string) {
  const mine = eq(dailyMessages.userId, userId)
  const first = async (filter: ReturnType<typeof eq>) =>
    (await db.select().from(dailyMessages).where(and(mine, filter)))[0]
  return {
    /** Undefined if there is one with this `messageSid`, or a reply to the same message, already. */
    add: async ({
      localDate,
      createdAt,
      replyTo,
      keyword,
      ...input
    }: NewMessage): Promise<Message | undefined> => {
      const values = { ...dailyMessageInput.parse(input), userId, localDate, createdAt, replyTo, keyword }
      const [row] = await db.insert(dailyMessages).values(values).onConflictDoNothing().returning()
      return row
    },
    withSid: (sid: string) => first(eq(dailyMessages.messageSid, sid)),
    replyTo: (id: string) => first(eq(dailyMessages.replyTo, id)),
    /** The conversation of a day: what Lisa and her user said, without keywords and the replies to them. */
    ofDay: (localDate: string): Promise<Message[]> =>
      db
        .select()
        .from(dailyMessages)
        .where(and(mine, eq(dailyMessages.localDate, localDate), isNull(dailyMessages.keyword)))
        .orderBy(asc(dailyMessages.createdAt), asc(dailyMessages.messageDirection)),
  }
}

type Fate = { sid: string; status: TextStatus; error?: string; messageId?: string }

/**
 * Notes what became of a text that was sent; reports come late and more than once, and the later fate stands. A reply gets
 * its sid by this. Answers whose text it is and whether this is news, or nothing if there is no such text.
 */
export async function recordFate(
  db: Db,
  { sid, status, error, messageId }: Fate,
): Promise<{ userId: string; isNews: boolean } | undefined> {
  const itself = messageId
    ? and(
        eq(dailyMessages.id, messageId),
        or(isNull(dailyMessages.messageSid), eq(dailyMessages.messageSid, sid)),
      )
    : eq(dailyMessages.messageSid, sid)
  const sent = and(itself, eq(dailyMessages.messageDirection, 'outbound'))
  const earlier = textStatuses.slice(0, textStatuses.indexOf(status))
  const [recorded] = await db
    .update(dailyMessages)
    .set({ messageSid: sid, deliveryStatus: status, deliveryError: error ?? null })
    .where(
      and(sent, or(isNull(dailyMessages.deliveryStatus), inArray(dailyMessages.deliveryStatus, earlier))),
    )
    .returning({ userId: dailyMessages.userId })
  if (recorded) return { ...recorded, isNews: true }
  const [known] = await db.select({ userId: dailyMessages.userId }).from(dailyMessages).where(sent)
  return known && { ...known, isNews: false }
}
