import { emergencyNumbers } from '@shared/crisis-lines'
import type { MessageKeyword } from '@shared/messages'
import { localDay } from '@shared/timezones'
import type { AppContext } from '../../context'
import { stoppedNumbersIn } from '../phone-numbers/stopped-numbers-repository'
import { ignoreOrphaned } from '../../db/db'
import { takeOne } from '../../limits/limits'
import { remindersOf } from '../reminders/reminders-repository'
import { queueSummary } from '../summaries/summary-queue-repository'
import { dayEnd } from '@shared/instants'
import { helpToUnknown, takeQuietLine } from './danger-answer'
import { isYes, keywordOf } from './keywords'
import {
  type Message,
  messagesOf,
  type NewReply,
  type TextingUser,
  userByPhoneNumber,
} from './messages-repository'
import { noteProgress, questionBefore } from './note-progress'
import { mayReply, type Reply, replyTo } from './reply'

const unknownNumberReply =
  "We don't recognize this number. To keep your journal by text, add and confirm it in Lisa's settings."
const emptyTextReply = 'Lisa can only read text for now. Please send a few words.'
const keywordReplies = {
  start: "Lisa's text reminders are on. Reply STOP to turn them off, HELP for help.",
  help: `Lisa: text me about your day and I'll save it. Reply STOP to stop reminders, START to get them again. In an emergency call ${emergencyNumbers.america} or ${emergencyNumbers.europe}.`,
}

/** An unknown number is told so once a day, or two programs would answer each other for ever. */
const perDay = { limit: 1, windowSeconds: 24 * 60 * 60 }

/**
 * `from` is empty if `sender` is no phone number; `answered` is the keyword that the provider recognised and has already
 * replied to itself.
 */
export type IncomingText = {
  sid: string
  sender: string
  from: string
  body: string
  answered?: MessageKeyword
}

/** Stores an incoming text, applies its keyword and returns the reply; idempotent when the text is delivered again. */
export async function converse(
  ctx: AppContext,
  incoming: IncomingText,
): Promise<{ id?: string; text: string } | undefined> {
  const received = await receive(ctx, incoming)
  if (received.message) return replyOnce(ctx, received.user, received.message, incoming.answered)
  const { text, isDue } = received
  return text && !incoming.answered && (!isDue || (await isDue())) ? { text } : undefined
}

const isFirstToday = async (ctx: AppContext, sender: string) =>
  !(await takeOne(ctx, `unknown ${sender}`, { ...perDay, now: ctx.now() }))

async function replyOnce(ctx: AppContext, user: TextingUser, message: Message, answered?: MessageKeyword) {
  const messages = messagesOf(ctx.db, user.userId)
  const stored = (await messages.replyTo(message.id)) ?? (await compose())
  return stored && { id: stored.id, text: stored.messageContent }

  async function compose() {
    const { id, keyword, localDate, phoneNumber } = message
    if (answered || keyword === 'stop') return undefined
    const outbound = (): NewReply => ({
      phoneNumber,
      messageDirection: 'outbound',
      replyTo: id,
      keyword,
      localDate,
      createdAt: ctx.now(),
    })
    const conversation = keyword ? [] : await conversationSoFar()
    const question = isYes(message.messageContent) ? questionBefore(conversation) : undefined
    const noted = question && (await noteProgress(ctx, user.userId, question, outbound()))
    if (noted) return noted
    const reply = keyword ? { text: keywordReplies[keyword] } : await replyTo(ctx, user, conversation)
    if (!reply) return undefined
    // Of two concurrent deliveries only one stores its reply; both return that one, or none if the account is deleted.
    return (await store(reply, outbound()).catch(ignoreOrphaned)) ?? (await messages.replyTo(id))
  }

  async function store({ text, goalId, quiet }: Reply, outbound: NewReply) {
    const { db, secrets, metrics } = ctx
    const stored = await db.transaction(async (tx) => {
      const inTransaction = messagesOf(tx, user.userId)
      const added = await inTransaction.add({ ...outbound, messageContent: text, goalId })
      const isLineDue =
        added && quiet && (await takeQuietLine({ db: tx, secrets }, user.userId, outbound.createdAt))
      return isLineDue ? inTransaction.append(added.id, `\n${quiet.line}`) : added
    })
    if (quiet && stored && stored.messageContent !== text)
      metrics.dangerAnswers.inc({ kind: quiet.kind, channel: 'text', answer: 'line' })
    return stored
  }

  async function conversationSoFar() {
    const conversation = await messages.ofDay(message.localDate)
    return conversation.slice(0, conversation.findIndex(({ id }) => id === message.id) + 1)
  }
}

type Received =
  | { user: TextingUser; message: Message }
  | { text?: string; isDue?: () => Promise<boolean>; message?: undefined }

/** Stores a text and applies its keyword, once and in one transaction; `text` replies to one that is not stored, if `isDue`. */
function receive(ctx: AppContext, { sid, sender, from, body, answered }: IncomingText): Promise<Received> {
  const { db, secrets, now } = ctx
  return db.transaction(async (tx) => {
    // Lock the user before inserting the message, so that concurrent texts of one user cannot deadlock.
    const user = await userByPhoneNumber(tx, from, { forUpdate: true })
    const stopped = stoppedNumbersIn(tx, secrets)
    const keyword = answered ?? keywordOf(body, await stopped.has(from))
    if (!user) {
      await obey(keyword)
      if (keyword === 'stop') return {}
      if (keyword === 'help') return { text: keywordReplies.help }
      if (keyword === 'start') return { text: unknownNumberReply }
      const help = helpToUnknown(ctx, body, from)
      if (help) return { text: help }
      return { text: unknownNumberReply, isDue: () => isFirstToday(ctx, sender) }
    }
    if (!body) return { text: emptyTextReply, isDue: () => mayReply(ctx, from) }

    const { userId, timezone } = user
    const [messages, createdAt] = [messagesOf(tx, userId), now()]
    const localDate = localDay(createdAt, timezone)
    const added = await messages.add({
      phoneNumber: from,
      messageContent: body,
      messageDirection: 'inbound',
      messageSid: sid,
      keyword,
      localDate,
      createdAt,
    })
    if (added && (keyword === 'stop' || keyword === 'start')) {
      await obey(keyword)
      await remindersOf(tx, userId).change({ phoneReminderEnabled: keyword === 'start' }, createdAt)
    }
    if (added && !keyword) await queueSummary(tx, { userId, localDate, dueAt: dayEnd(localDate, timezone) })
    // Undefined if the first delivery was stored for another user, who had this number then.
    const message = added ?? (await messages.withSid(sid))
    return message ? { user, message } : {}

    /** Holds for the number, whether or not an account has it. */
    async function obey(keyword?: MessageKeyword) {
      if (keyword === 'stop') await stopped.add(from)
      if (keyword === 'start') await stopped.remove(from)
    }
  })
}
