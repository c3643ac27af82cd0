import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { mentionsDanger } from '../../shared/danger/danger'

/**
 * What share of other people's sentences the rule takes for danger, by language. `heldback` was written by another author
 * than `training`, neither of whom had seen the rule; the rule may be tuned to `training` only. Of `unmistakable` and
 * `near` as many as possible should be found, of `sad` and `ordinary` as few.
 */
const sets = ['heldback', 'training'] as const
const languages = ['en', 'es', 'fr', 'de', 'pt', 'it'] as const
const levels = ['unmistakable', 'near', 'sad', 'ordinary'] as const
const kinds = ['suicide', 'selfharm', 'overdose', 'abuse', 'others'] as const

const sentence = z.strictObject({
  text: z.string(),
  level: z.enum(levels),
  kind: z.enum([...kinds, 'none']),
})
type Sentence = z.infer<typeof sentence>

function read(set: string, language: string): Sentence[] {
  const lines = readFileSync(path.join(import.meta.dirname, set, `${language}.jsonl`), 'utf8').trim()
  return lines.split('\n').map((line) => sentence.parse(JSON.parse(line)))
}

const share = (sentences: Sentence[]) =>
  `${((100 * sentences.filter(({ text }) => mentionsDanger(text)).length) / sentences.length).toFixed(0)} %`.padStart(
    13,
  )

const row = (name: string, groups: Sentence[][]) =>
  console.log(`  ${name.padEnd(8)}${groups.map(share).join('')}`)

for (const set of sets) {
  const all = languages.map((language) => read(set, language))
  console.log(
    `${set}, ${all.flat().length} sentences\n  ${''.padEnd(8)}${levels.map((level) => level.padStart(13)).join('')}`,
  )
  const byLevel = (sentences: Sentence[]) =>
    levels.map((level) => sentences.filter((each) => each.level === level))
  for (const [i, language] of languages.entries()) row(language, byLevel(all[i] ?? []))
  row('all', byLevel(all.flat()))
  console.log(`\n  ${''.padEnd(8)}${kinds.map((kind) => kind.padStart(13)).join('')}`)
  const isDanger = ({ level }: Sentence) => level === 'unmistakable'
  row(
    'found',
    kinds.map((kind) => all.flat().filter((each) => isDanger(each) && each.kind === kind)),
  )
  console.log()
}
