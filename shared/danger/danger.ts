import { isDaily } from './daily-words'
import { kindBuckets, type Part, partsOf } from './features'
import { dangerKinds, type DangerKind, type DangerLevel, urgencyOf } from './kinds'
import { isLearned, languageOf, sharesOf } from './language'
import { isDeniedOrReported } from './others-words'
import { scoresOf } from './packed'
import { type DangerLanguage, plainDangerIn } from './plain-sentences'
import { kinds, levels } from './weights'

/**
 * A part of a text that tells of danger, as UTF-16 units from `start` to `end`. `unmistakable` is answered with help; what is
 * only `near` to it gets a quiet line beside the ordinary answer, and once more where it is `isClose`: more likely
 * unmistakable than not.
 */
export type Danger = {
  level: DangerLevel
  kind: DangerKind
  isClose?: true
  language: DangerLanguage
  start: number
  end: number
}

type Found = Pick<Danger, 'kind' | 'language' | 'isClose'>

/**
 * What answers it, apart from its words: help, past every limit, or a quiet line. `others`: of what else, where the line
 * about this kind is used up.
 */
export type DangerAnswer = Found & { isHelp: boolean; others?: Found[] }

/** What tells of danger in a text, in order: learned for six languages, and the plainest sentences of nine more. */
export function dangersIn(text: string): Danger[] {
  const parts = partsOf(text)
  const shares = sharesOf(parts)
  const found = parts.map((part, i) => {
    const danger = dangerOf(part, shares)
    const sentences = part.isPair ? [parts[i - 1], parts[i + 1]] : [part]
    const isAtMostNear =
      danger?.level === 'unmistakable' &&
      sentences.some((sentence) => sentence && isDeniedOrReported(sentence))
    return { part, danger: danger && isAtMostNear ? { ...danger, level: 'near' as const } : danger }
  })
  return found.flatMap(({ part, danger }, i) => {
    if (!danger) return []
    // Two sentences count together only if neither does by itself.
    const isAsBad = (one?: { danger?: Danger }) =>
      one?.danger &&
      (one.danger.level === 'unmistakable' ||
        (one.danger.level === danger.level && (one.danger.isClose || !danger.isClose)))
    return part.isPair && (isAsBad(found[i - 1]) || isAsBad(found[i + 1])) ? [] : [danger]
  })
}

/** The most urgent danger of each kind, the most urgent first, and of those that are alike the first. */
export const mostUrgentOf = (dangers: Danger[]): Danger[] =>
  dangers
    .toSorted((a, b) => urgencyOf(b) - urgencyOf(a))
    .filter(({ kind }, i, sorted) => sorted.findIndex((each) => each.kind === kind) === i)

export const worstDangerIn = (text: string): Danger | undefined => mostUrgentOf(dangersIn(text))[0]

function dangerOf(part: Part, text: ReturnType<typeof sharesOf>): Danger | undefined {
  const { words, features, start, end } = part
  const plain = plainDangerIn(part)
  const listed = plain?.language
  // The score knows nothing of this language.
  if (listed && !isLearned(listed))
    return { level: 'unmistakable', kind: plain.kind, language: listed, start, end }
  const [score = 0, danger = 0] = scoresOf(levels, features)
  if (!plain && ((score <= 0 && danger <= 0) || isDaily(part))) return undefined
  const kind = kindOf(features)
  // By how much the limit is above even chances.
  const caution = Math.max(0, levels.heads[0]?.limit ?? 0)
  const isUnmistakable = plain || score > 0
  return {
    level: isUnmistakable ? 'unmistakable' : 'near',
    // "I took all my pills because I want to die"
    kind: plain && kind !== 'overdose' ? plain.kind : kind,
    ...(!isUnmistakable && score > -caution && { isClose: true as const }),
    language: languageOf(words, text, listed),
    start,
    end,
  }
}

function kindOf(features: number[][]): DangerKind {
  const scores = scoresOf(
    kinds,
    features.map((list) => list.map((feature) => feature % kindBuckets)),
  )
  return dangerKinds[scores.indexOf(Math.max(...scores))] ?? 'self-harm'
}
