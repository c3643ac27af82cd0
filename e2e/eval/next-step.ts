import { type Conversation, generalAnswers, type Step } from './conversations'
import type { Talk } from './talk-of-log'

const asksToSave =
  /\b(?:shall|should|may|can|could|do you want|would you like|okay|ready|agree)\b.*\b(?:save|write|note|mark|record|add|create|put|keep|store)\b|\b(?:save|write|note|mark) (?:it|that|this|them|both)\b/i
const asksWhat = /^\W*(?:and |so |then )*(?:what|which|how|when|why|where)\b/i

/** The questions that nobody has answered yet. */
function openQuestions({ turns, utterances }: Talk): string[] {
  const turn = turns.at(-1)
  if (!turn || turn.at < (utterances.at(-1)?.from ?? 0)) return []
  return (turn.text.match(/[^.!?…]+[.!?…]*/g) ?? []).filter((sentence) => sentence.endsWith('?'))
}

const isAskedToSave = (talk: Talk) =>
  openQuestions(talk).some((question) => asksToSave.test(question) && !asksWhat.test(question))

/** What the user answers before the next step of the script, at the end of which there is none. No answer is given twice. */
export function answerOf(talk: Talk, { answers = [] }: Conversation, step?: Step): Step | undefined {
  if (step?.agrees && isAskedToSave(talk)) return undefined
  const asked = openQuestions(talk).join('')
  // What the script still tells is the answer to "anything else?".
  const general = generalAnswers.filter(({ onlyAtEnd }) => !onlyAtEnd || !step || step.agrees)
  const { says } = [...answers, ...general].find(({ to }) => to.test(asked)) ?? {}
  return says && !talk.utterances.some((utterance) => utterance.says === says) ? { says } : undefined
}

/** The step as the talk makes it: a yes only once Lisa has asked whether to save. */
export const inPlaceOf = (step: Step, talk: Talk, { wish }: Conversation): Step =>
  step.agrees && wish && !isAskedToSave(talk) ? { says: wish } : step
