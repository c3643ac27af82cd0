import { worstDangerIn } from '../../shared/danger/danger'
import { dangerKinds } from '../../shared/danger/kinds'
import { heldBack, isDanger, languages, levels, type Sentence, sentencesBy } from './read-corpus'

/**
 * What share of the sentences of an author whom the rule does not know is answered with help, and what share with help or the
 * quiet line: of `unmistakable` and `near` as many as possible, of `sad` and `ordinary` as few. Besides, how often the kind
 * is right where danger is found, and how long a text takes. Another author may be named as argument.
 */
const [author = heldBack] = process.argv.slice(2)
const scored = sentencesBy(author).map((sentence) => ({ ...sentence, found: worstDangerIn(sentence.text) }))
type Scored = Sentence & { found: ReturnType<typeof worstDangerIn> }

const percent = (some: Scored[], all: Scored[]) =>
  `${((100 * some.length) / all.length).toFixed(1)} %`.padStart(9)
const shares = (sentences: Scored[]) =>
  percent(
    sentences.filter(({ found }) => found?.level === 'unmistakable'),
    sentences,
  ) +
  percent(
    sentences.filter(({ found }) => found),
    sentences,
  )

function table(
  title: string,
  rows: readonly (readonly [string, Scored[]])[],
  columns: readonly (readonly [string, (sentence: Scored) => boolean])[],
) {
  console.log(`\n${title.padEnd(12)}${columns.map(([name]) => name.padStart(18)).join('')}`)
  for (const [name, sentences] of rows)
    console.log(`  ${name.padEnd(10)}${columns.map(([, isOf]) => shares(sentences.filter(isOf))).join('')}`)
}

console.log(`${scored.length} sentences of ${author}: answered with help, and with help or the quiet line`)
table(
  'language',
  [
    ...languages.map((language) => [language, scored.filter((each) => each.language === language)] as const),
    ['all', scored],
  ],
  levels
    .filter((level) => scored.some((each) => each.level === level))
    .map((level) => [level, (sentence: Scored) => sentence.level === level] as const),
)
table(
  'kind',
  dangerKinds.map((kind) => [kind, scored.filter((each) => each.kind === kind)] as const),
  levels.slice(0, 2).map((level) => [level, (sentence: Scored) => sentence.level === level] as const),
)

const found = scored.filter((sentence) => isDanger(sentence) && sentence.found)
console.log(
  `\nThe kind is right:${percent(
    found.filter(({ kind, found }) => found?.kind === kind),
    found,
  )}`,
)

const diary = sentencesBy(heldBack)
  .flatMap(({ text, level }) => (level === 'ordinary' ? text : []))
  .join(' ')
for (const letters of [1_600, 50_000]) {
  // As many letters each time, and other ones.
  const step = Math.floor((diary.length - letters) / 20)
  const times = Array.from({ length: 20 }, (_, i) => {
    const text = diary.slice(i * step, i * step + letters)
    if (text.length < letters) throw new Error(`The diary has only ${diary.length} letters`)
    const begun = performance.now()
    worstDangerIn(text)
    return performance.now() - begun
  })
  console.log(`${letters} letters: ${times.sort((a, b) => a - b)[10]?.toFixed(1)} ms`)
}
