import { speakers } from '@shared/talks'
import type { AppContext } from '../../context'
import { intentionsIn } from './intentions'
import {
  plainSummary,
  readAnswer,
  sayingDanger,
  type SummaryMessage,
  summaryRequest,
  userTexts,
} from './summary-text'
import { talksOf } from './talks-repository'
import { unsaidIn } from './unsaid'

const instructions = {
  what: 'what a user said to Lisa, a companion for daily reflection, in one talk',
  how: 'Write one to three sentences, of 300 characters at most,',
}

type Talk = { userId: string; id: string; said: string }

/**
 * Keeps the user's own words at once, and in their place a summary of the text model once there is one, so that a talk is
 * remembered whatever becomes of the model.
 */
export async function rememberTalk(
  { db, env, textModel, log, stopping }: AppContext,
  { userId, id, said }: Talk,
) {
  if (!env.aiOn) return
  const talks = talksOf(db, userId)
  const messages = messagesOf(said)
  const own = plainSummary(messages).summary
  const intentionsOn = (today: string) => intentionsIn(userTexts(messages), today)
  const isKept = await talks.remember(id, own, intentionsOn)
  if (!isKept || !own || !textModel) return
  try {
    const answer = readAnswer(
      await textModel.complete(summaryRequest(messages, instructions), { signal: stopping, isPatient: true }),
    )
    const refused = answer && unsaidIn(answer.summary, userTexts(messages).join('\n'))
    if (answer && !refused)
      return await talks.improve(id, own, { summary: sayingDanger(answer.summary, messages) })
    const code = refused ? 'invented' : 'malformed'
    log.warn({ code }, 'The text model gave no usable summary of a talk')
    if (refused) await talks.improve(id, own, { refused })
  } catch (error) {
    log.warn({ code: (error as { code?: string }).code }, 'The text model failed to summarise a talk')
  }
}

const messagesOf = (said: string): SummaryMessage[] =>
  said
    .split('\n')
    .filter((line) => line.trim())
    .map((line) =>
      line.startsWith(speakers.lisa)
        ? { messageDirection: 'outbound', messageContent: line.slice(speakers.lisa.length) }
        : { messageDirection: 'inbound', messageContent: line.replace(speakers.user, '') },
    )
