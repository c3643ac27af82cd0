import { emergencyNumbers } from '@shared/crisis-lines'
import type { MessageKeyword } from '@shared/messages'
import { localDay } from '@shared/timezones'
import type { AppContext } from '../../context'
import { remindersOf } from '../reminders/reminders-repository'
import { awaitSummary } from '../summaries/summary-queue-repository'
import { dayEnd } from './day-end'
import { keywordOf } from './keywords'
import { type Message, messagesOf, type Person, personWith } from './messages-repository'
import { replyTo } from './reply'

const stranger = "Lisa does not know this number. To keep your journal by text, add it in Lisa's settings."
const noWords = 'Lisa can only keep words so far. Please send her a few.'
const keywordReplies = {
  start: "Lisa's reminders by text are on. Reply STOP to turn them off, HELP for help.",
  help: `Lisa: text me about your day and I keep it. Reply STOP to get no reminders, START to get them again. In an emergency call ${emergencyNumbers}.`,
}

/** `answered`: the keyword that the provider itself took the text for and has answered. */
export type Incoming = { sid: string; from: string; body: string; answered?: MessageKeyword }

/** Stores a text, does what it asks for, and gives the reply to it: the same one however often the text is delivered. */
export async function converse(
  ctx: AppContext,
  incoming: Incoming,
): Promise<{ id?: string; text: string } | undefined> {
  const received = await receive(ctx, incoming)
  if (received.message) return replyOnce(ctx, received.person, received.message, incoming.answered)
  return received.text && !incoming.answered ? { text: received.text } : undefined
}

async function replyOnce(ctx: AppContext, person: Person, message: Message, answered?: MessageKeyword) {
  const mine = messagesOf(ctx.db, person.userId)
  const stored = (await mine.replyTo(message.id)) ?? (await composed())
  return stored && { id: stored.id, text: stored.messageContent }

  async function composed() {
    const { id, keyword, localDate, phoneNumber } = message
    if (answered || keyword === 'stop') return undefined
    const messageContent = keyword ? keywordReplies[keyword] : await replyTo(ctx, person, await untilNow())
    const [messageDirection, createdAt] = ['outbound' as const, ctx.now()]
    const reply = {
      phoneNumber,
      messageContent,
      messageDirection,
      replyTo: id,
      keyword,
      localDate,
      createdAt,
    }
    // Of two deliveries at once one stores its reply, and both give that.
    return (await mine.add(reply)) ?? (await mine.replyTo(id))
  }

  async function untilNow() {
    const conversation = await mine.ofDay(message.localDate)
    return conversation.slice(0, conversation.findIndex(({ id }) => id === message.id) + 1)
  }
}

type Received = { person: Person; message: Message } | { text?: string; message?: undefined }

/** What a text changes, in one transaction, the first time it is delivered; what is not stored may have a reply as well. */
function receive({ db, now }: AppContext, { sid, from, body, answered }: Incoming): Promise<Received> {
  return db.transaction(async (tx) => {
    // Locked first: whoever stores a message and then waits for its user would wait for another one doing the same.
    const person = await personWith(tx, from, { forUpdate: true })
    const keyword = answered ?? keywordOf(body, person?.phoneReminderEnabled ?? false)
    if (!person)
      return { text: { stop: undefined, help: keywordReplies.help, start: stranger }[keyword ?? 'start'] }
    if (!body) return { text: noWords }

    const { userId, timezone } = person
    const [mine, createdAt] = [messagesOf(tx, userId), now()]
    const localDate = localDay(createdAt, timezone)
    const added = await mine.add({
      phoneNumber: from,
      messageContent: body,
      messageDirection: 'inbound',
      messageSid: sid,
      keyword,
      localDate,
      createdAt,
    })
    if (added && (keyword === 'stop' || keyword === 'start'))
      await remindersOf(tx, userId).change({ phoneReminderEnabled: keyword === 'start' }, createdAt)
    if (added && !keyword)
      await awaitSummary(tx, { userId, localDate, dueAt: dayEnd(localDate, timezone, createdAt) })
    // Somebody else's, if the number has changed hands in between.
    const message = added ?? (await mine.withSid(sid))
    return message ? { person, message } : {}
  })
}
