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

/** A list as YAML has it: JSON is YAML, but for characters that nobody can see. */
function goalList(goalIds: string[], titles: GoalTitles): string {
  const items = titlesOf(goalIds, titles).map((title) => {
    const text = JSON.stringify(onOneLine(title))
    return `  - ${text.replace(/[\u007f-\u009f\ufffe\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`
  })
  return items.length ? `goals:\n${items.join('')}` : ''
}

/** An entry as it is read, with its date, the mood that was chosen and its goals as front matter. */
export function entryMarkdown(entry: Entry, titles: GoalTitles): string {
  const values = entryRecord.values(entry)
  const gratitude = gratitudeList(values)
  const parts = [
    `---\ndate: ${values.entryDate}\n${values.mood && `mood: ${values.mood}\n`}${goalList(entry.goalIds, titles)}---`,
    `# ${longDay(values.entryDate)}`,
    ...(gratitude ? [`## ${gratitudeQuestion}\n\n${gratitude}`] : []),
    ...proseFields.flatMap((field) => section(2, entryRecord.questionOf(field), values[field])),
  ]
  return `${parts.join('\n\n')}\n`
}

/** A goal that was made since the titles were read has none. */
export const titlesOf = (goalIds: string[], titles: GoalTitles) =>
  goalIds.flatMap((id) => titles.get(id) ?? [])

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
