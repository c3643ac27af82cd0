import { Batch, rowsOf } from '../../db/batches'
import { AppError } from '../../http/errors'

/** An answer is read by a model, which takes no more than some of a long journal at once. In UTF-16 units of JSON. */
const mostLength = 100_000
const most = mostLength.toLocaleString('en')
const shortestText = 500
/** Of a row that is longer than an answer, each text is cut to the first of these with which it fits. */
const textLengths = [16_000, 8_000, 4_000, 2_000, 1_000, shortestText]
/** If the row is still too long, each list in it, such as the days of a goal, is cut to the first of these that fits. */
const listLengths = [200, 100, 50, 25, 10, 5]

type Bounded = { value: unknown; note?: string }

/**
 * What a handler gave, as JSON: of a list as many rows as fit, and `readOn` says how to get those after a row. `atMost` is
 * how many the handler gives.
 */
export async function bounded(
  given: unknown,
  {
    skip = 0,
    atMost,
    readOn,
  }: { skip?: number; atMost?: number; readOn?: (last: unknown, read: number) => string },
): Promise<Bounded> {
  if (!(given instanceof Batch) && !Array.isArray(given)) return boundedRow(given)
  const rows: unknown[] = []
  let length = 0
  let read = 0
  const all = given instanceof Batch ? rowsOf(async () => given) : given
  for await (const row of all) {
    if (read++ < skip) continue
    const { value, note } = boundedRow(row)
    const added = JSON.stringify(value).length
    if (length + added > mostLength) {
      const next = readOn?.(rows.at(-1), read - 1) ?? 'Ask for fewer.'
      return { value: rows, note: `There are more: an answer holds ${most} characters. ${next}` }
    }
    rows.push(value)
    length += added
    if (note) return { value: rows, note: `${note} ${readOn?.(value, read) ?? ''}`.trim() }
  }
  if (rows.length !== atMost) return { value: rows }
  const next = readOn?.(rows.at(-1), read) ?? ''
  return { value: rows, note: `There may be more: an answer has ${atMost} of them. ${next}`.trim() }
}

function boundedRow(row: unknown): Bounded {
  const json = JSON.stringify(row)
  const whole: unknown = JSON.parse(json)
  if (json.length <= mostLength) return { value: whole }
  const lengths = [
    ...textLengths.map((text) => ({ text, list: Infinity, cut: 'Texts that end with … were cut' })),
    ...listLengths.map((list) => ({ text: shortestText, list, cut: `Lists were cut after ${list} rows` })),
  ]
  for (const { text, list, cut } of lengths) {
    const value = shortened(whole, text, list)
    if (JSON.stringify(value).length <= mostLength)
      return { value, note: `${cut}: an answer holds ${most} characters.` }
  }
  throw new AppError(413, `The answer would be longer than ${most} characters. Please ask for less.`)
}

function shortened(value: unknown, text: number, list: number): unknown {
  if (typeof value === 'string') return cut(value, text)
  if (Array.isArray(value)) return value.slice(0, list).map((row) => shortened(row, text, list))
  if (!value || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shortened(each, text, list)]))
}

/** Not within a character that takes two units. */
const cut = (text: string, length: number) =>
  text.length > length ? `${text.slice(0, length).replace(/[\ud800-\udbff]$/, '')}…` : text
