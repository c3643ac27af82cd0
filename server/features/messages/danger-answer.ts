import { setImmediate } from 'node:timers/promises'
import { countryToCall } from '@shared/crisis-lines'
import { type Danger, type DangerAnswer, dangersIn, mostUrgentOf, worstDangerIn } from '@shared/danger/danger'
import { dangerKinds } from '@shared/danger/kinds'
import { languageOfText } from '@shared/danger/language'
import { shortened, textLimits } from '@shared/text'
import type { AppContext } from '../../context'
import { countryOf } from '../../e164'
import { giveBack, takeOne } from '../../limits/limits'
import { modelSeesDanger } from './danger-question'
import { helpAnswer, helpLanguages, quietLine } from './danger-sentences'
import { ownWords } from './own-words'

const lines = { limit: 1, windowSeconds: 24 * 60 * 60 }
const linesTo = (userId: string) => `quiet line to ${userId}`

/** Whether a quiet line is due. In the transaction that stores its text, so that it is not used up where that fails. */
export const takeQuietLine = async (store: Pick<AppContext, 'db' | 'secrets'>, userId: string, now: Date) =>
  !(await takeOne(store, linesTo(userId), { ...lines, now }))

/** The text with the line was not delivered. */
export const giveBackQuietLine = (ctx: AppContext, userId: string) => giveBack(ctx, linesTo(userId), lines)

type Whereabouts = {
  phoneNumber: string
  /** Unknown of a number that no account has. */
  timezone?: string
}
type Found = Pick<Danger, 'kind' | 'language'>

export function situation(
  { now }: AppContext,
  { kind, language }: Found,
  { phoneNumber, timezone }: Whereabouts,
) {
  const country = countryToCall({ phoneCountry: countryOf(phoneNumber), timezones: [timezone], language })
  return { kind, language, country, now: now() }
}

/**
 * Help for a text from a number that no account has; undefined if its danger is not unmistakable. Answers to such a
 * number are not stored, so words that repeat any answer that it may have got are left out.
 */
export function helpToUnknown(ctx: AppContext, text: string, phoneNumber: string): string | undefined {
  const danger = unmistakableIn(text) && unmistakableIn(withoutAnswers(ctx, text, { phoneNumber }))
  return danger && helpTo(ctx, danger, { phoneNumber })
}

function unmistakableIn(text: string): Danger | undefined {
  const danger = worstDangerIn(text)
  return danger?.level === 'unmistakable' ? danger : undefined
}

/** `text` without what it repeats of any answer to danger that may have gone there. */
function withoutAnswers(ctx: AppContext, text: string, whereabouts: Whereabouts): string {
  const answers = helpLanguages.flatMap((language) =>
    dangerKinds.flatMap((kind) => {
      const found = situation(ctx, { kind, language }, whereabouts)
      return [helpAnswer(found, ctx.env.safetyContact), quietLine(found)]
    }),
  )
  return ownWords(text, answers)
}

/** The answer to a text with words of danger. */
export function helpTo(ctx: AppContext, found: Found, whereabouts: Whereabouts): string {
  ctx.metrics.dangerAnswers.inc({ kind: found.kind, channel: 'text', answer: 'help' })
  return helpAnswer(situation(ctx, found, whereabouts), ctx.env.safetyContact)
}

const longestPiece = 5_000
/** More than two sentences that count together. */
const overlap = 500

/** Piece by piece, so that requests are served in between: a mail may be as long as an entry. */
async function worstDangerInLong(text: string): Promise<Danger | undefined> {
  const found: Danger[] = []
  const cutNear = (at: number) => {
    const space = text.lastIndexOf(' ', at)
    return at - space < overlap ? space + 1 : at
  }
  for (let start = 0, end = 0; end < text.length; start = cutNear(end - overlap)) {
    if (end) await setImmediate()
    end = start + longestPiece < text.length ? cutNear(start + longestPiece) : text.length
    found.push(...dangersIn(text.slice(start, end)))
  }
  return mostUrgentOf(found)
}

/** The answer to a mail, by the rule for texts, counted once it was sent; undefined if nothing in it sounds like danger. */
export async function answerToDangerIn(
  given: AppContext,
  { usesAi, ...whereabouts }: Whereabouts & { usesAi: boolean },
  words: string,
): Promise<DangerAnswer | undefined> {
  const ctx = usesAi ? given : { ...given, textModel: undefined }
  const said = withoutAnswers(ctx, words, whereabouts)
  const danger = await worstDangerInLong(said)
  const answer = ({ kind, language }: Found, isHelp: boolean) => ({ kind, language, isHelp })
  if (danger?.level === 'unmistakable') return answer(danger, true)
  const isSeen = said.trim() !== '' && (await modelSeesDanger(ctx, shortened(said, textLimits.message)))
  if (danger) return answer(danger, isSeen)
  return isSeen ? answer({ kind: 'self-harm', language: languageOfText(said) }, false) : undefined
}

export function answerTextOf(
  ctx: AppContext,
  { isHelp, ...found }: DangerAnswer,
  whereabouts: Whereabouts,
): string {
  const given = situation(ctx, found, whereabouts)
  return isHelp ? helpAnswer(given, ctx.env.safetyContact) : quietLine(given)
}
