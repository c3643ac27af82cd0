import { goalQuestions, goalRecord, timelineLabels, timelines, type Timeline } from '@shared/goals'
import {
  entryRecord,
  gratitudeFields,
  gratitudeQuestion,
  proseFields,
  type EntryValues,
} from '@shared/journal'
import { longDay } from '../../days'
import type { Goal, GoalTitles } from '../goals/goals-repository'
import type { Entry } from '../journal/journal-repository'

/**
 * The text as it was written, but for lines that look like a heading of at most `level`, as ours are: those begin with a
 * backslash, and with one more if they did already.
 */
const withoutHeadings = (text: string, level: number) =>
  text.replace(new RegExp(`^( {0,3}\\\\*)(?=#{1,${level}}(\\s|$))`, 'gm'), '$1\\')

const section = (level: number, title: string, text: string) =>
  text.trim() ? [`${'#'.repeat(level)} ${title}\n\n${withoutHeadings(text, level)}`] : []

/** The numbers are those of the three fields, of which any may be empty. */
function gratitudeList(entry: EntryValues): string {
  const items = gratitudeFields.flatMap((field, position) =>
    entry[field].trim()
      ? [`${position + 1}. ${withoutHeadings(entry[field], 2).replace(/\r?\n/g, '\n   ')}`]
      : [],
  )
  return items.join('\n')
}

/** An entry as it is read, with its date and the mood that was chosen as front matter. */
export function entryMarkdown(entry: Entry): string {
  const values = entryRecord.values(entry)
  const gratitude = gratitudeList(values)
  const parts = [
    `---\ndate: ${values.entryDate}\n${values.mood && `mood: ${values.mood}\n`}---`,
    `# ${longDay(values.entryDate)}`,
    ...(gratitude ? [`## ${gratitudeQuestion}\n\n${gratitude}`] : []),
    ...proseFields.flatMap((field) => section(2, entryRecord.questionOf(field), values[field])),
  ]
  return `${parts.join('\n\n')}\n`
}

const onOneLine = (text: string) => text.replace(/\s+/gu, ' ')

function goalMarkdown(goal: Goal, titles: GoalTitles): string {
  const parent = goal.parentId && titles.get(goal.parentId)
  const parts = [
    `### ${onOneLine(goal.title)}`,
    ...(goal.achievedAt ? [`Achieved on ${longDay(dayOf(goal.achievedAt))}.`] : []),
    ...(parent ? [`Part of: ${onOneLine(parent)}`] : []),
    ...goalQuestions.flatMap((field) => section(4, goalRecord.questionOf(field), goal[field] ?? '')),
  ]
  return `\n${parts.join('\n\n')}\n`
}

/** In UTC. */
export const dayOf = (instant: Date) => instant.toISOString().slice(0, 10)

/** The goals under a heading for each timeline. */
export async function* goalsMarkdown(
  goalsOf: (timeline: Timeline) => AsyncIterable<Goal>,
  titles: GoalTitles,
): AsyncGenerator<string> {
  yield '# Goals\n'
  for (const timeline of timelines) {
    yield `\n## ${timelineLabels[timeline]} goals\n`
    let isEmpty = true
    for await (const goal of goalsOf(timeline)) {
      isEmpty = false
      yield goalMarkdown(goal, titles)
    }
    if (isEmpty) yield '\nNone.\n'
  }
}
