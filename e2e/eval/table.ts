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

const signOf = ({ faults }: Result) => (faults ? (faults.length ? '✗' : '✓') : '–')

/** The results as a Markdown table, followed by what broke a rule. */
export function tableOf(scores: Score[]): string {
  const rows = [
    ['conversation', 'turns', ...rules.map(({ name }) => name), 'seconds'],
    ...scores.map(({ conversation, turns, results, seconds }) =>
      [conversation, turns, ...results.map(signOf), seconds].map(String),
    ),
  ]
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  const lines = rows.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  )
  lines.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`)
  const broken = scores.flatMap(({ conversation, results }) =>
    results.flatMap(({ rule, faults = [] }) => faults.map((fault) => `✗ ${conversation}, ${rule}: ${fault}`)),
  )
  return [...lines, '', '✓ passed, ✗ failed, – does not apply', ...broken].join('\n')
}

export const isFailed = ({ results }: Score) => results.some(({ faults = [] }) => faults.length > 0)
