import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../../server/root'
import { buckets, kindBuckets, partsOf } from '../../shared/danger/features'
import { dangerKinds } from '../../shared/danger/kinds'
import { type Heads, packed, rootOf } from '../../shared/danger/packed'
import { hashOfInputs, isDanger, sentencesBy, trainingAuthors, type Sentence } from './read-corpus'

/**
 * Makes shared/danger/weights.ts: logistic regressions over the words and letters of a part of a text (features.ts), of which
 * one tells what is unmistakable, one what is danger at all, and one for each kind which danger it is. The same sentences
 * give the same weights.
 */
const passes = 12
/** Over the weights after how many of them the mean is taken. */
const averaged = 8
const rate = 0.3
const decay = 3e-3
const weightOfDanger = 2
/** Where danger is told from all else: sad sentences are most often taken for it. */
const weightOfSad = 3
/** In how many texts a feature must occur. */
const fewestTexts = 2
/** Weights are whole numbers up to this (packed.ts). */
const largest = 7

/**
 * Of sentences by an author whom the weights do not know: what share of ordinary ones may be answered with help, and of sad
 * ones with the quiet line. The next author writes differently again: the first share is below what is promised for that, and
 * the second above it, since some of these authors were asked for sad sentences that are close to danger.
 */
const alarms = { ordinary: 0.006, sad: 0.145 }

type Model = { weights: Float64Array; bias: number }
/** The features of each part of a text. */
type Example = { parts: number[][]; isPositive: boolean; weight?: number }

/** A generator of numbers from 0 to 1 that is the same each time (mulberry32). */
function randomNumbers(seed: number) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function scoreWith({ weights, bias }: Model, features: number[]): number {
  let sum = 0
  for (const feature of features) sum += weights[feature] ?? 0
  return sum / rootOf(features.length) + bias
}

const highest = (model: Model, parts: number[][]) => Math.max(...parts.map((part) => scoreWith(model, part)))

type Step = { part: number[]; isPositive: boolean; weight: number }

/**
 * By AdaGrad. Of a text of danger only the part that sounds most like it counts; of another one each part. The weights are the
 * mean of those after each of the later passes, which depends less on the order of the sentences.
 */
function fit(examples: Example[], size: number): Model {
  const isKnown = knownFeatures(examples, size)
  const model = { weights: new Float64Array(size), bias: 0 }
  const mean = { weights: new Float64Array(size), bias: 0 }
  const squares = new Float64Array(size).fill(1e-6)
  let biasSquares = 1e-6
  const random = randomNumbers(1)
  const known = (part: number[]) => part.map((feature) => (isKnown[feature] ? feature : size))

  function step({ part, isPositive, weight }: Step) {
    const length = rootOf(part.length)
    const chance = 1 / (1 + Math.exp(-scoreWith(model, part)))
    const error = (isPositive ? chance - 1 : chance) * weight
    for (const feature of part) {
      if (feature === size) continue
      const gradient = error / length + decay * (model.weights[feature] ?? 0)
      squares[feature] = (squares[feature] ?? 0) + gradient * gradient
      model.weights[feature] = (model.weights[feature] ?? 0) - (rate * gradient) / Math.sqrt(squares[feature])
    }
    biasSquares += error * error
    model.bias -= (rate * error) / Math.sqrt(biasSquares)
  }

  const negative = examples.flatMap(({ parts, isPositive, weight = 1 }) =>
    isPositive ? [] : parts.map((part) => ({ part: known(part), isPositive: false, weight })),
  )
  const positive = examples.filter(({ isPositive }) => isPositive).map(({ parts }) => parts.map(known))
  for (let pass = 0; pass < passes; pass++) {
    const chosen = positive.map((parts) =>
      pass < 3
        ? parts[0]
        : parts.reduce((best, part) => (scoreWith(model, part) > scoreWith(model, best) ? part : best)),
    )
    const steps = [
      ...negative,
      ...chosen.map((part) => ({ part: part ?? [], isPositive: true, weight: weightOfDanger })),
    ]
    shuffle(steps, random)
    for (const each of steps) step(each)
    if (pass < passes - averaged) continue
    for (const [feature, weight] of model.weights.entries())
      mean.weights[feature] = (mean.weights[feature] ?? 0) + weight / averaged
    mean.bias += model.bias / averaged
  }
  return mean
}

function knownFeatures(examples: Example[], size: number): Uint8Array {
  const texts = new Uint32Array(size)
  for (const { parts } of examples)
    for (const feature of new Set(parts.flat())) texts[feature] = (texts[feature] ?? 0) + 1
  return Uint8Array.from(texts, (count) => Number(count >= fewestTexts))
}

function shuffle<T>(items: T[], random: () => number) {
  for (let i = items.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    ;[items[i], items[j]] = [items[j] as T, items[i] as T]
  }
}

type Read = Sentence & { parts: number[][] }

const read = (sentences: Sentence[]): Read[] =>
  sentences.map((sentence) => ({
    ...sentence,
    parts: partsOf(sentence.text).map(({ features }) => features.flat()),
  }))

/** What only sounds like danger is left out: it is neither unmistakable nor a false alarm. */
const fitUnmistakable = (sentences: Read[]) =>
  fit(
    sentences
      .filter(({ level }) => level !== 'near')
      .map(({ parts, level }) => ({ parts, isPositive: level === 'unmistakable' })),
    buckets,
  )
const fitDanger = (sentences: Read[]) =>
  fit(
    sentences.map((sentence) => ({
      parts: sentence.parts,
      isPositive: isDanger(sentence),
      weight: sentence.level === 'sad' ? weightOfSad : 1,
    })),
    buckets,
  )
const fitKinds = (sentences: Read[]) =>
  dangerKinds.map((kind) =>
    fit(
      sentences.filter(isDanger).map((sentence) => ({
        parts: sentence.parts.map((part) => part.map((feature) => feature % kindBuckets)),
        isPositive: sentence.kind === kind,
      })),
      kindBuckets,
    ),
  )

/** The score that the share `part` of the texts of a level exceeds, by authors whom the model of their texts did not know. */
function thresholds(byAuthor: Read[][]) {
  const ordinary: number[] = []
  const sad: number[] = []
  for (const [author, others] of byAuthor.map(
    (texts, i) => [texts, byAuthor.filter((_, j) => j !== i).flat()] as const,
  )) {
    const [unmistakable, danger] = [fitUnmistakable(others), fitDanger(others)]
    for (const { level, parts } of author) {
      if (level === 'ordinary') ordinary.push(highest(unmistakable, parts))
      if (level === 'sad') sad.push(highest(danger, parts))
    }
  }
  const exceededBy = (scores: number[], share: number) =>
    scores.sort((a, b) => b - a)[Math.floor(share * scores.length)] ?? Infinity
  return { unmistakable: exceededBy(ordinary, alarms.ordinary), danger: exceededBy(sad, alarms.sad) }
}

/** Each head in the unit in which its largest weight is `largest`: `limit` is what its score must exceed. */
function together(models: Model[], limits: number[] = []): Heads {
  const weights = new Int8Array((models[0]?.weights.length ?? 0) * models.length)
  const heads = models.map(({ weights: exact, bias }, head) => {
    const unit = exact.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / largest
    for (const [feature, weight] of exact.entries())
      weights[feature * models.length + head] = Math.round(weight / unit)
    return { unit, bias, limit: limits[head] ?? 0 }
  })
  return { weights, heads }
}

const written = (name: string, { weights, heads }: Heads) =>
  `export const ${name}: Heads = {
  heads: ${JSON.stringify(heads)},
  weights: unpacked('${packed(weights)}'),
}`

const byAuthor = trainingAuthors.map((author) => read(sentencesBy(author)))
const all = byAuthor.flat()
const { unmistakable, danger } = thresholds(byAuthor)
writeFileSync(
  path.join(root, 'shared/danger/weights.ts'),
  `// Made by \`npm run danger:train\`.
import { type Heads, unpacked } from './packed'

/** The hash of the sentences and the code that they were made of. */
export const madeOf = '${hashOfInputs()}'

/** What is unmistakable, and what is danger at all. */
${written('levels', together([fitUnmistakable(all), fitDanger(all)], [unmistakable, danger]))}

/** In the order of dangerKinds. */
${written('kinds', together(fitKinds(all)))}
`,
)
console.log(`${all.length} sentences by ${trainingAuthors.length} authors`)
