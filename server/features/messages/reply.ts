import { countryToCall } from '@shared/crisis-lines'
import { dangersIn } from '@shared/danger/danger'
import { cutAfterDanger } from '@shared/danger/quotes'
import { shortened } from '@shared/text'
import type { AppContext } from '../../context'
import { countryOf } from '../../e164'
import { gsm7Length, inGsm7 } from '../../senders/gsm7'
import type { ModelMessage } from '../../senders/text-model'
import { takeOne } from '../../limits/limits'
import { streaksOf } from '../analytics/streaks-repository'
import { goalsOf } from '../goals/goals-repository'
import { helpAnswer, type SentenceLanguage } from './danger-sentences'
import type { Message, TextingUser } from './messages-repository'
import { plainReply } from './plain-reply'
import { instructions } from './reply-instructions'

const perHour = { limit: 30, windowSeconds: 3_600 }
/** Two text messages: in GSM-7, and in any other script. */
const longestReply = { gsm7: 306, other: 134 }
const maxTokens = 1_000
const history = { messages: 30, characters: 1_000 }

type Recipient = Pick<TextingUser, 'userId' | 'firstName' | 'timezone'>

/**
 * Whether a number gets one more reply in this hour: two programs that answer each other would go on for ever. Help and the
 * answers to keywords do not count.
 */
export const mayReply = async (ctx: AppContext, number: string): Promise<boolean> =>
  !(await takeOne(ctx, `replies to ${number}`, { ...perHour, now: ctx.now() }))

/**
 * The reply to the newest message of `conversation`; undefined if there were too many. A person in danger gets help at
 * once, without a model.
 */
export async function replyTo(
  ctx: AppContext,
  user: Recipient,
  conversation: Message[],
): Promise<string | undefined> {
  const { messageContent: said = '', phoneNumber = '' } = conversation.at(-1) ?? {}
  const [danger] = dangersIn(said)
  if (danger) return helpTo(ctx, danger.language, phoneNumber, user.timezone)
  if (!(await mayReply(ctx, phoneNumber))) return undefined
  return (await modelReply(ctx, user, phoneNumber, conversation)) ?? plainReply(user.firstName, said)
}

/** The answer to words of danger; `timezone` is unknown of a number that no account has. */
export function helpTo(
  { env, now }: AppContext,
  language: SentenceLanguage,
  phoneNumber: string,
  timezone?: string,
): string {
  const whereabouts = { phoneCountry: countryOf(phoneNumber), timezones: [timezone], language }
  const country = countryToCall(whereabouts)
  return helpAnswer({ kind: 'self-harm', language, country, now: now() }, env.safetyContact)
}

async function modelReply(
  ctx: AppContext,
  { userId, firstName, timezone }: Recipient,
  phoneNumber: string,
  conversation: Message[],
) {
  const { db, textModel, log, now } = ctx
  if (!textModel) return undefined
  const today = conversation.at(-1)?.localDate ?? ''
  const [{ rows: goals }, streakOf] = await Promise.all([
    goalsOf(db, userId).list(),
    streaksOf(db, [{ userId, today }]),
  ])
  const country = countryToCall({ phoneCountry: countryOf(phoneNumber), timezones: [timezone] })
  const context = { firstName, country, now: now(), today, goals, ...streakOf({ userId, today }) }
  try {
    const messages = [
      { role: 'system' as const, content: instructions(context) },
      ...conversation.slice(-history.messages).map(asModelMessage),
    ]
    return asText(await textModel.complete(messages, { maxTokens }))
  } catch (error) {
    log.warn({ code: (error as { code?: string }).code }, 'Sending the plain reply: the text model failed')
    return undefined
  }
}

function asText(reply: string): string {
  const plain = inGsm7(reply)
  // The ellipsis that shortening may add becomes three full stops.
  return gsm7Length(plain)
    ? inGsm7(shortened(plain, longestReply.gsm7 - 2))
    : shortened(reply, longestReply.other)
}

const asModelMessage = ({ messageDirection, messageContent }: Message): ModelMessage => ({
  role: messageDirection === 'inbound' ? 'user' : 'assistant',
  content: cutAfterDanger(messageContent, history.characters, shortened),
})
