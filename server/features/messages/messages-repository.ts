import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, lt } from 'drizzle-orm'
import { dailyMessageInput, type DailyMessageInput } from '@shared/messages'
import { dailyMessages, users } from '@shared/schema'
import type { Db } from '../../db/db'
import { spellingsOf } from '../../e164'

/** In messages; memory must not depend on how many somebody sends. */
const longestConversation = 1_000
/** Of a day that are put into an entry; each has at most 10,000 characters. */
const mostTexts = 100

export type Message = typeof dailyMessages.$inferSelect
/** A user who exchanges text messages with Lisa. */
export type TextingUser = Pick<typeof users.$inferSelect, 'firstName' | 'timezone'> & {
  userId: string
  /** Whether Lisa may read their journal. */
  readsJournal: boolean
  /** Whether a model may be asked for them. */
  usesAi: boolean
}

const textingUser = {
  userId: users.id,
  firstName: users.firstName,
  timezone: users.timezone,
  readsJournal: users.lisaReadsJournal,
  usesAi: users.aiEnabled,
}

/** `forUpdate` locks the row until the end of the transaction, so that texts of one user are processed one at a time. */
export async function userByPhoneNumber(
  db: Db,
  phoneNumber: string,
  { forUpdate = false } = {},
): Promise<TextingUser | undefined> {
  const query = db
    .select(textingUser)
    .from(users)
    .where(inArray(users.phoneNumber, spellingsOf(phoneNumber)))
    .orderBy(desc(eq(users.phoneNumber, phoneNumber)))
  const [row] = await (forUpdate ? query.for('no key update') : query)
  return row
}

type NewMessage = DailyMessageInput &
  Pick<Message, 'localDate' | 'createdAt'> &
  Partial<Pick<Message, 'replyTo' | 'keyword' | 'goalId'>>
export type NewReply = Omit<NewMessage, 'messageContent'>

export function messagesOf(db: Db, userId: string) {
  const mine = eq(dailyMessages.userId, userId)
  const first = async (filter: ReturnType<typeof eq>) =>
    (await db.select().from(dailyMessages).where(and(mine, filter)))[0]
  return {
    /** Undefined if a message with this `messageSid`, or a reply to the same message, already exists. */
    add: async ({
      localDate,
      createdAt,
      replyTo,
      keyword,
      goalId,
      ...input
    }: NewMessage): Promise<Message | undefined> => {
      const parsed = dailyMessageInput.parse(input)
      const values = { ...parsed, userId, localDate, createdAt, replyTo, keyword, goalId }
      const [row] = await db.insert(dailyMessages).values(values).onConflictDoNothing().returning()
      return row
    },
    /** What the user has texted on a day, without keywords, oldest first. */
    textsOf: async (localDate: string): Promise<string[]> => {
      const isText = and(eq(dailyMessages.messageDirection, 'inbound'), isNull(dailyMessages.keyword))
      const rows = await db
        .select({ text: dailyMessages.messageContent })
        .from(dailyMessages)
        .where(and(mine, eq(dailyMessages.localDate, localDate), isText))
        .orderBy(asc(dailyMessages.createdAt), asc(dailyMessages.id))
        .limit(mostTexts)
      return rows.map(({ text }) => text)
    },
    withId: (id: string) => first(eq(dailyMessages.id, id)),
    /** The question is answered: false if it was before. */
    /** Of the questions about goals, none can be answered any more. */
    endQuestions: () =>
      db
        .update(dailyMessages)
        .set({ goalId: null })
        .where(and(mine, isNotNull(dailyMessages.goalId))),
    takeQuestion: async (id: string): Promise<boolean> => {
      const isOpen = and(mine, eq(dailyMessages.id, id), isNotNull(dailyMessages.goalId))
      const taken = await db
        .update(dailyMessages)
        .set({ goalId: null })
        .where(isOpen)
        .returning({ id: dailyMessages.id })
      return taken.length > 0
    },
    withSid: (sid: string) => first(eq(dailyMessages.messageSid, sid)),
    replyTo: (id: string) => first(eq(dailyMessages.replyTo, id)),
    /** The last message from `since` on and before `until`, in either direction. */
    lastBetween: async (since: Date, until: Date): Promise<Message | undefined> => {
      const { createdAt, messageDirection } = dailyMessages
      const [last] = await db
        .select()
        .from(dailyMessages)
        .where(and(mine, gte(createdAt, since), lt(createdAt, until)))
        .orderBy(desc(createdAt), desc(messageDirection))
        .limit(1)
      return last
    },
    /** A day's conversation in both directions, its end if it is very long, without keywords and the replies to them. */
    ofDay: async (localDate: string): Promise<Message[]> => {
      const newestFirst = await db
        .select()
        .from(dailyMessages)
        .where(and(mine, eq(dailyMessages.localDate, localDate), isNull(dailyMessages.keyword)))
        .orderBy(desc(dailyMessages.createdAt), desc(dailyMessages.messageDirection))
        .limit(longestConversation)
      return newestFirst.reverse()
    },
  }
}
