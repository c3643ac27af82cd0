import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { root } from '../../server/root'
import type { DangerKind } from '../../shared/danger/kinds'

export const languages = ['en', 'es', 'fr', 'de', 'pt', 'it'] as const
export type Language = (typeof languages)[number]

const folder = path.join(import.meta.dirname, 'corpus')
/**
 * The author whose sentences nothing is trained with. None of the authors had seen the rule, but that of `held-back-2` and
 * `author-6`, who had read its code and its plain sentences; nothing is trained with the former, which were written first.
 */
export const heldBack = 'held-back'
/** The authors whose sentences the weights are made of; `reported` are those that readers of the rule found to go wrong. */
export const trainingAuthors = readdirSync(folder).filter((author) => !author.startsWith(heldBack))

/**
 * `unmistakable`: somebody is in danger or may act. `near`: it sounds like it, but may be a figure of speech. `sad`: nobody
 * is in danger. `ordinary`: everyday life, often with the words of danger.
 */
export const levels = ['unmistakable', 'near', 'sad', 'ordinary'] as const

const kinds = {
  suicide: 'self-harm',
  selfharm: 'self-harm',
  overdose: 'overdose',
  abuse: 'abuse',
  others: 'others',
} as const satisfies Record<string, DangerKind>

const line = z.strictObject({
  text: z.string(),
  level: z.enum(levels),
  kind: z.enum(['suicide', 'selfharm', 'overdose', 'abuse', 'others', 'none']),
})

export type Sentence = {
  text: string
  level: (typeof levels)[number]
  kind: DangerKind | undefined
  language: Language
}

const fileOf = (author: string, language: Language) => path.join(folder, author, `${language}.jsonl`)

/** Not every author has written in all of them. */
const languagesOf = (author: string) => languages.filter((language) => existsSync(fileOf(author, language)))

export const sentencesBy = (author: string): Sentence[] =>
  languagesOf(author).flatMap((language) =>
    readFileSync(fileOf(author, language), 'utf8')
      .trim()
      .split('\n')
      .map((json) => {
        const { kind, ...sentence } = line.parse(JSON.parse(json))
        return { ...sentence, kind: kind === 'none' ? undefined : kinds[kind], language }
      }),
  )

export const isDanger = ({ level }: Sentence) => level === 'unmistakable' || level === 'near'

const code = [
  'e2e/danger/read-corpus.ts',
  'e2e/danger/train.ts',
  'shared/danger/features.ts',
  'shared/fold.ts',
  'shared/danger/packed.ts',
]

/** Changes with everything that the weights are made of; they are stale if it is not theirs. */
export function hashOfInputs(): string {
  const hash = createHash('sha256')
  for (const file of code) hash.update(readFileSync(path.join(root, file)))
  for (const author of trainingAuthors)
    for (const language of languagesOf(author)) hash.update(readFileSync(fileOf(author, language)))
  return hash.digest('hex')
}
