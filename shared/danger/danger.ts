import { kindBuckets, type Part, partsOf } from './features'
import { dangerKinds, type DangerKind } from './kinds'
import { languageOf } from './language'
import { scoresOf } from './packed'
import { type DangerLanguage, plainDangerIn } from './plain-sentences'
import { kinds, levels } from './weights'

/**
 * A part of a text that tells of danger, as UTF-16 units from `start` to `end`. `unmistakable` is answered with help; what is
 * only `near` to it gets a quiet line beside the ordinary answer.
 */
export type Danger = {
  level: 'unmistakable' | 'near'
  kind: DangerKind
  language: DangerLanguage
  start: number
  end: number
}

/** What tells of danger in a text, in order: learned for six languages, and the plainest sentences of nine more. */
export function dangersIn(text: string): Danger[] {
  const found = partsOf(text).map((part) => ({ part, danger: dangerOf(part) }))
  return found.flatMap(({ part, danger }, i) => {
    if (!danger) return []
    // Two sentences count together only if neither does by itself.
    const isAsBad = (one?: { danger?: Danger }) =>
      one?.danger?.level === 'unmistakable' || one?.danger?.level === danger.level
    return part.isPair && (isAsBad(found[i - 1]) || isAsBad(found[i + 1])) ? [] : [danger]
  })
}

/** What a text is answered for: the first of what is unmistakable, else the first of what is near. */
export function worstDangerIn(text: string): Danger | undefined {
  const dangers = dangersIn(text)
  return dangers.find(({ level }) => level === 'unmistakable') ?? dangers[0]
}

function dangerOf({ words, features, start, end }: Part): Danger | undefined {
  const plain = plainDangerIn(words)
  if (plain) return { level: 'unmistakable', kind: plain.kind, language: plain.language, start, end }
  const [unmistakable = 0, danger = 0] = scoresOf(levels, features)
  if (unmistakable <= 0 && danger <= 0) return undefined
  const level = unmistakable > 0 ? 'unmistakable' : 'near'
  return { level, kind: kindOf(features), language: languageOf(words), start, end }
}

function kindOf(features: number[]): DangerKind {
  const scores = scoresOf(
    kinds,
    features.map((feature) => feature % kindBuckets),
  )
  return dangerKinds[scores.indexOf(Math.max(...scores))] ?? 'self-harm'
}
