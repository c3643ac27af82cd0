import { countryToCall } from '@shared/crisis-lines'
import { dangersIn, mostUrgentOf } from '@shared/danger/danger'
import { cutAfterDanger } from '@shared/danger/quotes'
import { withoutEntryLinks } from '@shared/messages'
import { shortened } from '@shared/text'
import type { AppContext } from '../../context'
import { countryOf } from '../../e164'
import { gsm7Length, inGsm7 } from '../../senders/gsm7'
import type { ModelMessage } from '../../senders/text-model'
import { giveBack, takeOne } from '../../limits/limits'
import { streaksOf } from '../analytics/streaks-repository'
import { type Goal, goalsOf } from '../goals/goals-repository'
import { stoppedNumbersIn } from '../phone-numbers/stopped-numbers-repository'
import { helpTo, seenByModel, type Sounds } from './danger-answer'
import { modelSeesDanger } from './danger-question'
import { goalWorkedOn, sentencesAbout } from './goal-question'
import { entrySpokenOf, linkTo, withoutContacts } from './journal-answer'
import { readInJournal } from './journal-question'
import { isYes } from './keywords'
import type { Message, TextingUser } from './messages-repository'
import { ownWords } from './own-words'
import { plainReply } from './plain-reply'
import { instructions, type JournalReading, roomBeside } from './reply-instructions'

const perHour = { limit: 30, windowSeconds: 3_600 }
/** Replies of the model to one person on one local day. The key has the day in it, so the window may be longer. */
const perDay = { limit: 40, windowSeconds: 2 * 24 * 60 * 60 }
/** From this text of the day on, one plain reply says why it is short. */
const toldFrom = 80
const plainUntilTomorrow = "You've written a lot today: until tomorrow my replies stay this short."
/** Two text messages: in GSM-7, and in any other script. */
const longestReply = { gsm7: 306, other: 134 }
const maxTokens = 1_000
/** What reading in the journal, at most three seconds, may add to the limit of the reply. */
const readingMs = 1_000
/** Of the open goals, newest first: those that a reply may speak of, and those that a text may tell of work on. */
const mostGoals = { inReply: 20, askedAbout: 100 }
const history = { messages: 30, characters: 1_000 }

/**
 * Whether a number gets one more reply in this hour: two programs that answer each other would go on for ever. Help and the
 * answers to keywords do not count.
 */
export const mayReply = async (ctx: AppContext, number: string): Promise<boolean> =>
  !(await takeOne(ctx, `replies to ${number}`, { ...perHour, now: ctx.now() }))

/**
 * The reply to the newest message of `conversation`; undefined if there were too many and this one does not sound like
 * danger. A person in danger gets help at once, without a model; what only sounds like danger, to the rule or to the model,
 * gets a quiet line with the reply. A text that tells of work on a goal gets the question whether to note it, and one that
 * asks about the journal an answer from it, where the user has allowed that.
 */
export async function replyTo(
  given: AppContext,
  user: TextingUser,
  conversation: Message[],
): Promise<Reply | undefined> {
  const ctx = user.usesAi ? given : { ...given, textModel: undefined }
  const { messageContent: text = '', phoneNumber = '', localDate = '' } = conversation.at(-1) ?? {}
  const sent = conversation.filter(({ messageDirection }) => messageDirection === 'outbound')
  const said = ownWords(
    text,
    sent.map(({ messageContent }) => messageContent),
  )
  const whereabouts = { phoneNumber, timezone: user.timezone }
  const dangers = mostUrgentOf(dangersIn(said))
  const [danger] = dangers
  if (danger?.level === 'unmistakable') return { text: helpTo(ctx, danger, whereabouts) }
  if (!(await mayReply(ctx, phoneNumber))) return danger && { text: '', sounds: dangers }
  const modelUses = `replies by the model on ${localDate} to ${user.userId}`
  const isUsedUp = Boolean(ctx.textModel && (await takeOne(ctx, modelUses, { ...perDay, now: ctx.now() })))
  // Whether a text tells of danger is asked all the same.
  const replyCtx = isUsedUp ? { ...ctx, textModel: undefined } : ctx
  const goals = replyCtx.textModel ? await openGoalsOf(ctx, user.userId) : []
  const reading = danger
    ? undefined
    : readInJournal(replyCtx, user, shortened(text, history.characters), localDate)
  const seeing = modelSeesDanger(ctx, said)
  // Where the model sees danger, the quiet line does not wait for the journal.
  const journal = Promise.race([reading, seeing.then((isSeen) => (isSeen ? undefined : reading))])
  const replying = modelReply(replyCtx, user, conversation, goals.slice(0, mostGoals.inReply), journal)
  const [isSeen, goal] = await Promise.all([
    seeing,
    danger ? undefined : goalToAskAbout(replyCtx, conversation, goals),
  ])
  // Help does not wait for the reply.
  if (danger && isSeen) return { text: helpTo(ctx, danger, whereabouts) }
  if (goal && !isSeen) return { text: sentencesAbout(said, goal.title, localDate).ask, goalId: goal.id }
  const answer = await replying
  // What the model did not answer does not count.
  if (replyCtx.textModel && !answer) await giveBack(ctx, modelUses, perDay)
  const isTold =
    isUsedUp &&
    conversation.length - sent.length >= toldFrom &&
    !sent.some(({ messageContent }) => messageContent.includes(plainUntilTomorrow))
  const plain = plainReply(user.firstName, text)
  const reply = { text: answer || (isTold ? `${plain} ${plainUntilTomorrow}` : plain) }
  return { ...reply, sounds: danger ? dangers : isSeen ? [seenByModel(said)] : [] }
}

async function openGoalsOf({ db }: AppContext, userId: string): Promise<Goal[]> {
  const { rows } = await goalsOf(db, userId).list()
  return rows.filter(({ achievedAt }) => !achievedAt).slice(0, mostGoals.askedAbout)
}

/** A goal is not asked about again on a day on which that question was left without a yes. */
async function goalToAskAbout(
  ctx: AppContext,
  conversation: Message[],
  goals: Goal[],
): Promise<Goal | undefined> {
  const { messageContent = '', phoneNumber = '' } = conversation.at(-1) ?? {}
  if (isYes(messageContent)) return undefined
  const goal = await goalWorkedOn(ctx, goals, shortened(messageContent, history.characters))
  if (!goal || conversation.some(({ goalId }) => goalId === goal.id)) return undefined
  // After STOP a yes means START.
  return (await stoppedNumbersIn(ctx.db, ctx.secrets).has(phoneNumber)) ? undefined : goal
}

/** `goalId`: of the goal that it asks about. The quiet line about one of `sounds` is added to the text, which may be empty. */
export type Reply = { text: string; goalId?: string; sounds?: Sounds[] }

async function modelReply(
  ctx: AppContext,
  { userId, firstName, timezone }: TextingUser,
  conversation: Message[],
  goals: Goal[],
  reading: Promise<JournalReading | undefined>,
) {
  const { db, env, textModel, log, now } = ctx
  if (!textModel) return undefined
  const signal = AbortSignal.timeout(env.replyLimitMs + readingMs)
  try {
    const { messageContent: asked = '', localDate: today = '', phoneNumber = '' } = conversation.at(-1) ?? {}
    const streakOf = await streaksOf(db, [{ userId, today }])
    const country = countryToCall({ phoneCountry: countryOf(phoneNumber), timezones: [timezone] })
    const journal = await reading
    const [newest] = journal?.entries ?? []
    const linkLength = newest && linkTo(newest, asked, env.appUrl).length
    const streak = streakOf({ userId, today })
    const context = { firstName, country, now: now(), today, goals, journal, linkLength, ...streak }
    const messages = [
      { role: 'system' as const, content: instructions(context) },
      ...conversation.slice(-history.messages).map(asModelMessage),
    ]
    const answer = await textModel.complete(messages, { maxTokens, signal, isForPerson: true })
    if (!journal) return asText(inGsm7(answer))
    const entry = entrySpokenOf(answer, journal.entries, today)
    // Contacts are taken out last: the alphabet of text messages puts ordinary letters in the place of look-alikes.
    const words = withoutContacts(inGsm7(answer))
    // A short answer alone may not tell its language.
    return asText(words, entry && `\n${linkTo(entry, `${asked} ${answer}`, env.appUrl)}`)
  } catch (error) {
    log.warn({ code: (error as { code?: string }).code }, 'Sending the plain reply: the text model failed')
    return undefined
  }
}

/** `reply` shortened, with `link` where that leaves room for words. */
function asText(reply: string, link = ''): string {
  const isPlain = gsm7Length(reply)
  // The ellipsis that shortening may add becomes three full stops.
  const longest = isPlain ? longestReply.gsm7 - 2 : longestReply.other
  const room = roomBeside(link.length, longest)
  const words = shortened(reply, room)
  return (isPlain ? inGsm7(words) : words) + (words && room < longest ? link : '')
}

function asModelMessage({ messageDirection, messageContent }: Message): ModelMessage {
  const isOfUser = messageDirection === 'inbound'
  const text = isOfUser ? messageContent : withoutEntryLinks(messageContent)
  return {
    role: isOfUser ? 'user' : 'assistant',
    content: cutAfterDanger(text, history.characters, shortened),
  }
}
