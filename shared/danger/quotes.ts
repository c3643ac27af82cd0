import { dangersIn } from './danger'

type Cut = (text: string, max: number) => string

const longestContext = 60
const between = ' … '

/** `text` cut by `cut`, beginning with its words of danger where these would be cut off. */
export const cutAfterDanger = (text: string, max: number, cut: Cut) =>
  withDanger(cut(text, max), text, max, cut)

/** `summary`, beginning with the words of danger in `said` that it lacks. Of many, the latest that fill half of it. */
export function withDanger(summary: string, said: string, max: number, cut: Cut): string {
  const room = Math.floor(max / 2)
  let quotes = ''
  let before = said.length
  for (const { start, end } of dangersIn(said).reverse()) {
    if (end > before || summary.includes(said.slice(start, end))) continue
    const context = Math.max(0, Math.min(longestContext, room - (end - start)))
    const from = start <= context ? 0 : nextWord(said, start - context, start)
    const quote = said.slice(from, Math.min(end, from + room)).trim()
    if (quotes && quote.length + between.length + quotes.length > room) break
    quotes = quotes ? quote + between + quotes : quote
    before = from
  }
  return quotes ? `${quotes}\n${cut(summary, max - quotes.length - 1)}` : summary
}

function nextWord(text: string, from: number, end: number): number {
  const space = text.slice(from, end).search(/\s/)
  return space < 0 ? end : from + space + 1
}
