import type { MessageKeyword } from '@shared/messages'
import { localDay } from '@shared/timezones'
import type { AppContext } from '../../context'
import { stoppedNumbersIn } from '../phone-numbers/stopped-numbers-repository'
import { ignoreOrphaned } from '../../db/db'
import { takeOne } from '../../limits/limits'
import { remindersOf } from '../reminders/reminders-repository'
import { queueSummary } from '../summaries/summary-queue-repository'
import { dayEnd } from '@shared/instants'
import {
  dangersFromUnknown,
  giveBackQuietLine,
  helpTo,
  numbersFor,
  quietTextOf,
  type Sounds,
  takeQuietLine,
} from './danger-answer'
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
  start: () => "Lisa's text reminders are on. Reply STOP to turn them off, HELP for help.",
  help: (numbers: string) =>
    `Lisa: text me about your day and I'll save it. Reply STOP to stop reminders, START to get them again. ${numbers}`,
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
  const text = incoming.answered ? undefined : await received.reply?.()
  return text ? { text } : undefined
}

/** The reply to a number that no account has, by the rules for all others as far as danger goes. */
async function replyToUnknown(ctx: AppContext, { sender, from: phoneNumber, body }: IncomingText) {
  const dangers = dangersFromUnknown(ctx, body, phoneNumber)
  const [danger] = dangers
  if (danger?.level === 'unmistakable') return helpTo(ctx, danger, { phoneNumber })
  const isFirst = !(await takeOne(ctx, `unknown ${sender}`, { ...perDay, now: ctx.now() }))
  const line = await takeQuietLine(ctx, sender, dangers, ctx.now())
  if (line) countLine(ctx, line)
  return withLine(isFirst ? unknownNumberReply : '', line && quietTextOf(ctx, line, { phoneNumber }))
}

const withLine = (text: string, line?: string) => [text, line].filter(Boolean).join('\n')

const countLine = ({ metrics }: AppContext, { kind }: Sounds) =>
  metrics.dangerAnswers.inc({ kind, channel: 'text', answer: 'line' })

async function replyOnce(ctx: AppContext, user: TextingUser, message: Message, answered?: MessageKeyword) {
  const messages = messagesOf(ctx.db, user.userId)
  const whereabouts = { phoneNumber: message.phoneNumber, timezone: user.timezone }
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
    const question =
      !keyword && isYes(message.messageContent) ? await questionBefore(ctx, message) : undefined
    const noted = question && (await noteProgress(ctx, user.userId, question, outbound()))
    if (noted) return noted
    const reply = keyword
      ? { text: keywordReplies[keyword](numbersFor(ctx, whereabouts)) }
      : await replyTo(ctx, user, await conversationSoFar())
    if (!reply) return undefined
    // Of two concurrent deliveries only one stores its reply; both return that one, or none if the account is deleted.
    return (await store(reply, outbound()).catch(ignoreOrphaned)) ?? (await messages.replyTo(id))
  }

  async function store({ text, goalId, sounds = [] }: Reply, outbound: NewReply) {
    let line: Sounds | undefined
    const stored = await ctx.db.transaction(async (tx) => {
      const inTransaction = { db: tx, secrets: ctx.secrets }
      line = await takeQuietLine(inTransaction, user.userId, sounds, outbound.createdAt)
      const messageContent = withLine(text, line && quietTextOf(ctx, line, whereabouts))
      if (!messageContent) return undefined
      const added = await messagesOf(tx, user.userId).add({ ...outbound, messageContent, goalId })
      if (!added && line) await giveBackQuietLine(inTransaction, user.userId, line.kind)
      return added
    })
    if (stored && line) countLine(ctx, line)
    return stored
  }

  async function conversationSoFar() {
    const conversation = await messages.ofDay(message.localDate)
    return conversation.slice(0, conversation.findIndex(({ id }) => id === message.id) + 1)
  }
}

type Received =
  { user: TextingUser; message: Message } | { reply?: () => string | Promise<string>; message?: undefined }

/** Stores a text and applies its keyword, once and in one transaction; `reply` is that to one that is not stored. */
function receive(ctx: AppContext, incoming: IncomingText): Promise<Received> {
  const { db, secrets, now } = ctx
  const { sid, from, body, answered } = incoming
  return db.transaction(async (tx) => {
    // Lock the user before inserting the message, so that concurrent texts of one user cannot deadlock.
    const user = await userByPhoneNumber(tx, from, { forUpdate: true })
    const stopped = stoppedNumbersIn(tx, secrets)
    const keyword = answered ?? keywordOf(body, await stopped.has(from))
    if (!user) {
      await obey(keyword)
      if (keyword === 'stop') return {}
      if (keyword === 'help')
        return { reply: () => keywordReplies.help(numbersFor(ctx, { phoneNumber: from })) }
      if (keyword === 'start') return { reply: () => unknownNumberReply }
      return { reply: () => replyToUnknown(ctx, incoming) }
    }
    const { userId, timezone } = user
    const [messages, createdAt] = [messagesOf(tx, userId), now()]
    if (!body) {
      // A picture is not stored: the next yes would be taken for an answer to what Lisa asked before it.
      await messages.endQuestions()
      return { reply: async () => ((await mayReply(ctx, from)) ? emptyTextReply : '') }
    }

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
