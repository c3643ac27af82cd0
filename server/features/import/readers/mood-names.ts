import { type Mood, moodLabels, moods } from '@shared/journal'
import type { Found } from '../source'
import { plainKey } from './field-names'

/** Five names a scale, from the worst to the best. */
const scales = [
  ['very-sad', 'sad', 'neutral', 'happy', 'very-happy'],
  // Daylio and Journiv in English, then Daylio in Italian and in German, and words that people use instead.
  ['awful', 'bad', 'meh', 'good', 'rad'],
  ['terrible', 'low', 'okay', 'well', 'awesome'],
  ['horrible', 'poor', 'ok', 'fine', 'great'],
  ['miserable', 'unhappy', 'average', 'glad', 'amazing'],
  ['terribile', 'male', 'così così', 'buono', 'ottimo'],
  ['einfach scheiße', 'schlecht', 'ok', 'gut', 'super'],
  ['furchtbar', 'traurig', 'geht so', 'glücklich', 'sehr gut'],
  ['horrible', 'mauvais', 'bof', 'bien', 'génial'],
  ['affreux', 'triste', 'moyen', 'heureux', 'excellent'],
  ['horrible', 'mal', 'regular', 'bien', 'genial'],
  ['péssimo', 'mau', 'mais ou menos', 'bom', 'ótimo'],
  ['😭', '🙁', '😐', '🙂', '😄'],
  ['😢', '😕', '😶', '😊', '😁'],
]

const byName = new Map(
  scales.flatMap((names) => names.map((name, level) => [moodKey(name), moods[level] as Mood] as const)),
)

/** The mood that a name of another scale stands for, if that is clear. */
export const moodNamed = (name: string): Mood | undefined => byName.get(moodKey(name))

function moodKey(name: string) {
  return plainKey(name) || name.trim()
}

/** The mood at `value` on a scale from `lowest` to `highest`. */
export function moodAt(value: number, lowest: number, highest: number): Mood | undefined {
  const level = Math.round(((value - lowest) / (highest - lowest)) * (moods.length - 1))
  return moods[level]
}

const numbered = /^(\d+(?:[.,]\d+)?)(?:\s*\/\s*(\d+))?$/

/** The ends of a scale of numbers, told by those that a column has: from 0 or 1 to 5, 10 or 100. */
export class MoodScale {
  #lowest = 1
  #highest = 5

  see(value: string) {
    const [, number, of] = numbered.exec(value.trim()) ?? []
    if (!number || of) return
    if (Number(number) === 0) this.#lowest = 0
    this.#highest = [5, 10, 100].find((end) => end >= Math.max(Number(number), this.#highest)) ?? 100
  }

  moodAt(value: number): Mood | undefined {
    return moodAt(value, this.#lowest, this.#highest)
  }
}

/** The mood that is named, or numbered: `4` by the scale, `4/5` by itself. */
export function moodIn(value: string, scale = new MoodScale()): Mood | undefined {
  const [, number, of] = numbered.exec(value.trim()) ?? []
  if (!number) return moodNamed(value)
  const level = Number(number.replace(',', '.'))
  return of ? moodAt(level, 1, Number(of)) : scale.moodAt(level)
}

/** Remembers how the names of moods were read, to tell it once. */
export class MoodReadings {
  readonly #readings = new Map<string, string>()

  as(name: string, mood: Mood | undefined): Mood | undefined {
    const isOurs = mood && [mood, moodLabels[mood]].includes(name)
    if (!isOurs) this.#readings.set(name.slice(0, 40), mood ? moodLabels[mood] : '')
    return mood
  }

  *told(): Generator<Found> {
    const known = [...this.#readings].filter(([, label]) => label)
    const unknown = [...this.#readings].filter(([, label]) => !label)
    if (known.length > 0) {
      const list = shortened(known.map(([name, label]) => `“${name}” is ${label}`))
      yield { skipped: { where: 'Moods', reason: `Read as the nearest of five moods: ${list}` } }
    }
    if (unknown.length > 0) {
      const list = shortened(unknown.map(([name]) => `“${name}”`))
      const reason = `Kept as words, since none of the five is clearly meant: ${list}`
      yield { skipped: { where: 'Moods', reason } }
    }
  }
}

/** The report shows 200 characters of a reason. */
const mostCharacters = 110

function shortened(names: string[]) {
  let list = ''
  for (const [index, name] of names.entries()) {
    if (list.length + name.length > mostCharacters) return `${list} and ${names.length - index} more`
    list += list ? `, ${name}` : name
  }
  return list
}
