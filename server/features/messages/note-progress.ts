import { journalEntryInput } from '@shared/journal'
import type { AppContext } from '../../context'
import { ignoreOrphaned } from '../../db/db'
import { AppError, NotFoundError } from '../../http/errors'
import { parseInput } from '../../http/parse-input'
import { quotaError } from '../../limits/quota'
import { remindersOf } from '../reminders/reminders-repository'
import { goalDaysOf } from '../goals/goal-days-repository'
import { goalsOf } from '../goals/goals-repository'
import { journalOf } from '../journal/journal-repository'
import { sentencesAbout } from './goal-question'
import { type Message, messagesOf, type NewReply } from './messages-repository'

/** How long a yes is an answer to a question. */
const answerableMs = 60 * 60 * 1000

/**
 * The question about a goal that `answer` can answer, also after midnight: nothing was texted in between. Of two answers that
 * come at once both can be the answer; which one is, is decided when it is taken.
 */
export async function questionBefore({ db }: AppContext, answer: Message): Promise<Message | undefined> {
  const since = new Date(answer.createdAt.getTime() - answerableMs)
  const before = await messagesOf(db, answer.userId).lastBetween(since, answer.createdAt)
  if (!before?.goalId || before.phoneNumber !== answer.phoneNumber) return undefined
  const isAfterReminder = await remindersOf(db, answer.userId).hasTextedBetween(
    before.createdAt,
    answer.createdAt,
  )
  return isAfterReminder ? undefined : before
}

/**
 * The user has said yes to `question`: notes the text that it was about for its goal, in the entry of that text's day, and
 * stores the reply, all or nothing. undefined if the question has been answered already, or the goal is gone.
 */
export async function noteProgress(
  { db, now, log }: AppContext,
  userId: string,
  question: Message,
  reply: NewReply,
): Promise<Message | undefined> {
  const { goalId, replyTo } = question
  if (!goalId || !replyTo) return undefined
  const messages = messagesOf(db, userId)
  const goal = await goalsOf(db, userId).get(goalId).catch(unlessMissing)
  const text = await messages.withId(replyTo)
  if (!goal || !text) return undefined
  const said = sentencesAbout(text.messageContent, goal.title, text.localDate)
  try {
    return await db
      .transaction(async (tx) => {
        await goalDaysOf(tx, userId).lockGoals([goalId])
        const messages = messagesOf(tx, userId)
        if (!(await messages.takeQuestion(question.id))) return undefined
        const added = { entryDate: text.localDate, goalProgress: text.messageContent, goalIds: [goalId] }
        await journalOf(tx, userId).fillIn(parseInput(journalEntryInput, added), { now: now(), by: 'text' })
        return messages.add({ ...reply, messageContent: said.noted })
      })
      .catch(ignoreOrphaned)
  } catch (thrown) {
    const error = quotaError(thrown) ?? thrown
    if (!(error instanceof AppError)) throw error
    log.warn({ status: error.status }, 'Progress that was told by text could not be noted')
    return messages.add({ ...reply, messageContent: said.failed })
  }
}

function unlessMissing(error: unknown): undefined {
  if (!(error instanceof NotFoundError)) throw error
}
