import { storable } from '@shared/text'
import type { Skipped } from './source'

const mostLines = 100
const mostCharacters = 200

const short = (text: string) => storable(text.slice(0, mostCharacters))

/** The end of a long path leads to the file. */
const shortPath = (path: string) =>
  path.length > mostCharacters ? storable(`…${path.slice(1 - mostCharacters)}`) : short(path)

/** What is told of what was left out: the first lines, and how many more there are. */
export function createSkippedList(lines: Skipped[] = [], rest = 0) {
  return {
    add(...skipped: Skipped[]) {
      for (const { where, reason } of skipped)
        if (lines.length < mostLines) lines.push({ where: shortPath(where), reason: short(reason) })
        else rest++
    },
    copy: () => createSkippedList([...lines], rest),
    told: () =>
      rest
        ? [...lines, { where: 'And', reason: `${rest.toLocaleString('en')} more lines like these` }]
        : lines,
  }
}
export type SkippedList = ReturnType<typeof createSkippedList>
