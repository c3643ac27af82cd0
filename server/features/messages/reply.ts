import { shortened } from '@shared/text'
import type { AppContext } from '../../context'
import type { ModelMessage } from '../../senders/text-model'
import { takeOne } from '../../http/limits'
import { streaksOf } from '../analytics/streaks-repository'
import { goalsOf } from '../goals/goals-repository'
import { crisisSentence, namesCrisisLine, mentionsDanger } from './danger'
import type { Message, TextingUser } from './messages-repository'
import { plainReply } from './plain-reply'
import { instructions } from './reply-instructions'

const perHour = { limit: 60, windowSeconds: 3_600 }
const longestReply = 320
const history = { messages: 30, characters: 1_000 }

type Recipient = Pick<TextingUser, 'userId' | 'firstName'>

/** The reply to the newest message of `conversation`. */
export async function replyTo(ctx: AppContext, user: Recipient, conversation: Message[]): Promise<string> {
  const said = conversation.at(-1)?.messageContent ?? ''
  const isInDanger = mentionsDanger(said)
  const answer = await modelReply(ctx, user, conversation)
  if (!isInDanger) return answer ?? plainReply(user.firstName, said)
  if (answer && namesCrisisLine(answer)) return answer
  return answer ? `${crisisSentence}\n${answer}` : crisisSentence
}

async function modelReply(ctx: AppContext, { userId, firstName }: Recipient, conversation: Message[]) {
  const { db, textModel, now, log } = ctx
  if (!textModel || (await takeOne(ctx, `text reply ${userId}`, { ...perHour, now: now() }))) return undefined
  const today = conversation.at(-1)?.localDate ?? ''
  const [{ rows: goals }, streakOf] = await Promise.all([
    goalsOf(db, userId).list(),
    streaksOf(db, [{ userId, today }]),
  ])
  const context = { firstName, today, goals, ...streakOf({ userId, today }) }
  try {
    const text = await textModel.complete([
      { role: 'system', content: instructions(context) },
      ...conversation.slice(-history.messages).map(asModelMessage),
    ])
    return shortened(text, longestReply)
  } catch (error) {
    log.warn({ code: (error as { code?: string }).code }, 'Sending the plain reply: the text model failed')
    return undefined
  }
}

const asModelMessage = ({ messageDirection, messageContent }: Message): ModelMessage => ({
  role: messageDirection === 'inbound' ? 'user' : 'assistant',
  content: shortened(messageContent, history.characters),
})
