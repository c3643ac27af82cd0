import { neverAborted } from '../../clock'
import type { AppContext } from '../../context'
import { claimDays, closeDay, type ConversationDay, releaseDay } from './summary-queue-repository'
import { aiOf } from '../ai/ai-repository'
import { messagesOf } from '../messages/messages-repository'
import { summariesOf } from './summaries-repository'
import {
  plainSummary,
  readAnswer,
  sayingDanger,
  type SummaryMessage,
  summaryRequest,
  userTexts,
} from './summary-text'
import { unsaidIn } from './unsaid'

/** Each listens for the abort signal, and Node warns about more than ten listeners. */
const batchSize = 10

/**
 * Writes the summaries of past days. Safe with any number of processes, any of which may be killed at any time: a day is
 * claimed with a lease, and its removal from the queue commits together with its summary.
 */
export async function makeDueSummaries(ctx: AppContext, stopping = neverAborted): Promise<void> {
  let days: ConversationDay[]
  do {
    days = await claimDays(ctx.db, ctx.now(), batchSize)
    await Promise.all(days.map((day) => summarise(ctx, day, stopping)))
  } while (days.length === batchSize && !stopping.aborted)
}

async function summarise(ctx: AppContext, day: ConversationDay, stopping: AbortSignal): Promise<void> {
  const { db, log, now } = ctx
  try {
    const conversation = await messagesOf(db, day.userId).ofDay(day.localDate)
    // There is no inbound message when all of them were keywords or have been deleted: no summary is needed.
    const phoneNumber = conversation.findLast(
      (message) => message.messageDirection === 'inbound',
    )?.phoneNumber
    const summary = phoneNumber && (await compose(ctx, day.userId, conversation, stopping))
    const isClosed = await db.transaction(async (tx) => {
      if (stopping.aborted || !(await closeDay(tx, day))) return false
      if (summary)
        await summariesOf(tx, day.userId).put({ phoneNumber, summaryDate: day.localDate, ...summary }, now())
      return true
    })
    // The server is stopping, or a message arrived while the summary was being written.
    if (!isClosed) await releaseDay(db, day, now())
  } catch (error) {
    log.error({ err: error }, 'Daily summary failed, will be retried')
  }
}

async function compose(
  { db, textModel, log }: AppContext,
  userId: string,
  conversation: (SummaryMessage & { id: string })[],
  stopping: AbortSignal,
) {
  const inbound = conversation.filter(({ messageDirection }) => messageDirection === 'inbound')
  const conversationCount = inbound.length
  const sources = inbound.map(({ id }) => id)
  const plain = { ...plainSummary(conversation), conversationCount, metadata: { model: 'plain', sources } }
  if (!textModel || !(await aiOf(db, userId).isEnabled())) return plain
  try {
    const answer = readAnswer(
      await textModel.complete(summaryRequest(conversation), { signal: stopping, isPatient: true }),
    )
    const said = userTexts(conversation).join('\n')
    const refused = answer && unsaidIn(answer.summary, said)
    if (answer && !refused) {
      const summary = sayingDanger(answer.summary, conversation)
      const topics = answer.topics.filter((topic) => !unsaidIn(topic, said))
      return { summary, topics, conversationCount, metadata: { model: textModel.name, sources } }
    }
    const code = refused ? 'invented' : 'malformed'
    log.warn({ code }, 'Writing the plain summary: the text model gave no usable answer')
    if (refused) return { ...plain, metadata: { ...plain.metadata, refused } }
  } catch (error) {
    if (!stopping.aborted)
      log.warn(
        { code: (error as { code?: string }).code },
        'Writing the plain summary: the text model failed',
      )
  }
  return plain
}
