import type { AppContext } from '../../context'
import { claimDays, closeDay, type ConversationDay, releaseDay } from './summary-queue-repository'
import { messagesOf } from '../messages/messages-repository'
import { summariesOf } from './summaries-repository'
import { type Line, plainSummary, readAnswer, summaryRequest, wordsOf } from './summary-text'

/** No more: each listens for the stop, and Node warns of an eleventh. */
const atOnce = 10
const never = { stopping: new AbortController().signal }

/**
 * Makes the summaries of the days that are over. Any number of processes may do this at the same time, and any of them
 * may be killed at any moment: a day is claimed, and closed in one transaction with writing its summary.
 */
export async function makeDueSummaries(ctx: AppContext, { stopping } = never): Promise<void> {
  let days: ConversationDay[]
  do {
    days = await claimDays(ctx.db, ctx.now(), atOnce)
    await Promise.all(days.map((day) => summarise(ctx, day, stopping)))
  } while (days.length === atOnce && !stopping.aborted)
}

async function summarise(ctx: AppContext, day: ConversationDay, stopping: AbortSignal): Promise<void> {
  const { db, log, now } = ctx
  try {
    const conversation = await messagesOf(db, day.userId).ofDay(day.localDate)
    // No words, if nothing but keywords came, or they are gone: there is nothing to summarise.
    const phoneNumber = conversation.findLast(
      (message) => message.messageDirection === 'inbound',
    )?.phoneNumber
    const written = phoneNumber && (await write(ctx, conversation, stopping))
    const isClosed = await db.transaction(async (tx) => {
      if (stopping.aborted || !(await closeDay(tx, day))) return false
      if (written)
        await summariesOf(tx, day.userId).put({ phoneNumber, summaryDate: day.localDate, ...written }, now())
      return true
    })
    // We stop, or a late message came while it was made.
    if (!isClosed) await releaseDay(db, day, now())
  } catch (error) {
    log.error({ err: error }, 'A daily summary could not be made; it is tried again')
  }
}

async function write({ textModel, log }: AppContext, conversation: Line[], stopping: AbortSignal) {
  const conversationCount = wordsOf(conversation).length
  const plain = { ...plainSummary(conversation), conversationCount, metadata: { model: 'plain' } }
  if (!textModel) return plain
  try {
    const answer = readAnswer(await textModel.complete(summaryRequest(conversation), stopping))
    if (answer) return { ...answer, conversationCount, metadata: { model: textModel.name } }
    log.warn({ code: 'malformed' }, 'A plain summary is made: the text model gave no summary')
  } catch (error) {
    if (!stopping.aborted)
      log.warn({ code: (error as { code?: string }).code }, 'A plain summary is made: the text model failed')
  }
  return plain
}
