import { setImmediate } from 'node:timers/promises'
import { countryToCall } from '@shared/crisis-lines'
import { type Danger, type DangerAnswer, dangersIn, mostUrgentOf, worstDangerIn } from '@shared/danger/danger'
import { type DangerKind, dangerKinds } from '@shared/danger/kinds'
import { languageOfText } from '@shared/danger/language'
import { shortened, textLimits } from '@shared/text'
import type { AppContext } from '../../context'
import { countryOf } from '../../e164'
import { giveBack, takeOne } from '../../limits/limits'
import { modelSeesDanger } from './danger-question'
import { helpAnswer, helpLanguages, numbersToCall, quietLine } from './danger-sentences'
import { ownWords } from './own-words'

type Store = Pick<AppContext, 'db' | 'secrets'>
const lines = { limit: 1, windowSeconds: 24 * 60 * 60 }
const linesTo = (whom: string, kind: DangerKind) => `quiet line about ${kind} to ${whom}`
const closeLinesTo = (whom: string, kind: DangerKind) => `quiet line close to ${kind} to ${whom}`

/** What sounds like danger. */
export type Sounds = Pick<Danger, 'kind' | 'language' | 'isClose'>

/**
 * The first one whose quiet line is due to a user, or to a number of no account: one a day for each kind, and one more where
 * words are close to danger and those before were not; about an overdose always. In the transaction that stores its text, so
 * that it is not used up where that fails.
 */
export async function takeQuietLine(
  store: Store,
  whom: string,
  sounds: Sounds[],
  now: Date,
): Promise<Sounds | undefined> {
  const take = async (key: string) => !(await takeOne(store, key, { ...lines, now }))
  async function isDue({ kind, isClose }: Sounds) {
    if (kind === 'overdose') return true
    const isFirst = await take(linesTo(whom, kind))
    const isCloser = isClose && (await take(closeLinesTo(whom, kind)))
    return isFirst || Boolean(isCloser)
  }
  for (const each of sounds) if (await isDue(each)) return each
  return undefined
}

/** The text with the line was not delivered. */
export async function giveBackQuietLine(store: Store, whom: string, kind: DangerKind): Promise<void> {
  for (const key of [linesTo(whom, kind), closeLinesTo(whom, kind)]) await giveBack(store, key, lines)
}

type Whereabouts = {
  phoneNumber: string
  /** Unknown of a number that no account has. */
  timezone?: string
}
type Found = Pick<Danger, 'kind' | 'language'>

function situation({ now }: AppContext, { kind, language }: Found, { phoneNumber, timezone }: Whereabouts) {
  const country = countryToCall({ phoneCountry: countryOf(phoneNumber), timezones: [timezone], language })
  return { kind, language, country, now: now() }
}

/** For the answer to HELP, in English as all of it. */
export const numbersFor = (ctx: AppContext, whereabouts: Whereabouts): string =>
  numbersToCall(situation(ctx, { kind: 'self-harm', language: 'en' }, whereabouts))

/**
 * What a text from a number that no account has tells of. Answers to such a number are not stored, so words that repeat any
 * answer that it may have got are left out.
 */
export const dangersFromUnknown = (ctx: AppContext, text: string, phoneNumber: string): Danger[] =>
  worstDangerIn(text) ? mostUrgentOf(dangersIn(withoutAnswers(ctx, text, { phoneNumber }))) : []

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

/** Where the rule has found nothing. */
export const seenByModel = (said: string): Sounds => ({
  kind: 'self-harm',
  language: languageOfText(said),
  isClose: true,
})

export const quietTextOf = (ctx: AppContext, found: Found, whereabouts: Whereabouts): string =>
  quietLine(situation(ctx, found, whereabouts))

const longestPiece = 5_000
/** More than two sentences that count together. */
const overlap = 500

/** Piece by piece, so that requests are served in between: a mail may be as long as an entry. */
async function dangersInLong(text: string): Promise<Danger[]> {
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
  const [danger, ...others] = await dangersInLong(said)
  const found = ({ kind, language, isClose }: Sounds) => ({ kind, language, isClose })
  const answer = (worst: Sounds, isHelp: boolean) => ({
    ...found(worst),
    isHelp,
    others: isHelp ? undefined : others.map(found),
  })
  if (danger?.level === 'unmistakable') return answer(danger, true)
  const isSeen = said.trim() !== '' && (await modelSeesDanger(ctx, shortened(said, textLimits.message)))
  if (danger) return answer(danger, isSeen)
  return isSeen ? answer(seenByModel(said), false) : undefined
}

export const answerTextOf = (
  ctx: AppContext,
  { isHelp, ...found }: DangerAnswer,
  whereabouts: Whereabouts,
) =>
  isHelp
    ? helpAnswer(situation(ctx, found, whereabouts), ctx.env.safetyContact)
    : quietTextOf(ctx, found, whereabouts)
