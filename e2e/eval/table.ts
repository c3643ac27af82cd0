import type { Conversation } from './conversations'
import type { LogEntry } from './event-log'
import { rules } from './rules'
import { talkOf } from './talk-of-log'

type Result = { rule: string; faults: string[] | undefined }
export type Score = { conversation: string; turns: number; results: Result[]; seconds: number }

export function scoreOf(log: LogEntry[], conversation: Conversation, isStandIn: boolean): Score {
  const talk = talkOf(log)
  return {
    conversation: conversation.name,
    turns: talk.utterances.length + talk.turns.length,
    results: rules.map(({ name, needsModel, faults }) => ({
      rule: name,
      faults: needsModel && isStandIn ? undefined : faults(talk, conversation),
    })),
    seconds: Math.round(((log.at(-1)?.at ?? 0) - (log[0]?.at ?? 0)) / 1_000),
  }
}

const cellOf = (results: (Result | undefined)[]) => {
  const applied = results.filter((result) => result?.faults)
  const kept = applied.filter((result) => result?.faults?.length === 0)
  return applied.length ? (kept.length === applied.length ? '✓' : `${kept.length}/${applied.length}`) : '–'
}
const mean = (numbers: number[]) => Math.round(numbers.reduce((sum, n) => sum + n, 0) / numbers.length)

/** The results as a Markdown table with a row for all runs of a conversation, followed by what broke a rule. */
export function tableOf(scores: Score[]): string {
  const names = [...new Set(scores.map(({ conversation }) => conversation))]
  const rows = [
    ['conversation', 'runs', 'turns', ...rules.map(({ name }) => name), 'seconds'],
    ...names.map((name) => {
      const runs = scores.filter(({ conversation }) => conversation === name)
      const cells = rules.map((_, column) => cellOf(runs.map(({ results }) => results[column])))
      const [turns, seconds] = [runs.map(({ turns }) => turns), runs.map(({ seconds }) => seconds)].map(mean)
      return [name, runs.length, turns, ...cells, seconds].map(String)
    }),
  ]
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  const lines = rows.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  )
  lines.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`)
  const broken = new Map<string, number>()
  for (const { conversation, results } of scores)
    for (const { rule, faults = [] } of results)
      for (const fault of faults) {
        const line = `${conversation}, ${rule}: ${fault}`
        broken.set(line, (broken.get(line) ?? 0) + 1)
      }
  const legend =
    '✓ kept in each run, 3/5 kept in 3 of the 5 runs that it applies to, – does not apply; turns and seconds are means'
  return [...lines, '', legend, ...[...broken].map(([line, times]) => `${times}× ${line}`)].join('\n')
}

export const isFailed = ({ results }: Score) => results.some(({ faults = [] }) => faults.length > 0)
