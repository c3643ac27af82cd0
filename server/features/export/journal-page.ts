import { createHash } from 'node:crypto'
import { goalQuestions, goalRecord, timelineLabels } from '@shared/goals'
import {
  entryRecord,
  gratitudeFields,
  moodLabels,
  sectionFields,
  type JournalMonthView,
} from '@shared/journal'
import { longDay, monthName, weekdayAndDay } from '../../days'
import { nameOf } from '../../html/html-mail'
import { escapeHtml } from '../../html/html-page'
import type { Goal, GoalTitles } from '../goals/goals-repository'
import type { Entry } from '../journal/journal-repository'
import { journalPageStyle } from './journal-page-style'
import { dayOf, titlesOf } from './markdown'

type Content = {
  firstName: string | null
  exportedOn: Date
  /** Oldest first. */
  months: JournalMonthView[]
  goals: AsyncIterable<Goal>
  titles: GoalTitles
  /** Oldest first. */
  entries: AsyncIterable<Entry>
}

/** The journal as one page to read and to print, which loads nothing and runs nothing. */
export async function* journalPage({ firstName, exportedOn, months, goals, titles, entries }: Content) {
  const name = nameOf(firstName)
  const title = name ? `${escapeHtml(name)}’s journal` : 'My journal'
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${styleHash}; base-uri 'none'; form-action 'none'">
<title>${title}</title>
<style>${journalPageStyle}</style>
</head>
<body>
<header>
<p class="brand">Lisa</p>
<h1 dir="auto">${title}</h1>
<p class="muted">${aboutEntries(months)}Exported on ${longDay(dayOf(exportedOn))}.</p>
</header>
${contents(months)}
<main>
<section>
<h2 id="goals">Goals</h2>
`
  let hasGoals = false
  for await (const goal of goals) {
    hasGoals = true
    yield goalHtml(goal, titles)
  }
  yield `${hasGoals ? '' : '<p class="muted">No goals yet.</p>\n'}</section>\n`

  let [year, month] = ['', '']
  for await (const entry of entries) {
    const { entryDate } = entry
    if (entryDate.slice(0, 4) !== year) {
      year = entryDate.slice(0, 4)
      yield `<h2 id="y${year}">${year}</h2>\n`
    }
    if (entryDate.slice(0, 7) !== month) {
      month = entryDate.slice(0, 7)
      yield `<h3 id="m${month}">${monthName(month)} <span class="year">${year}</span> <a class="up" href="#contents" aria-label="Back to the contents">↑</a></h3>\n`
    }
    yield entryHtml(entry, titles)
  }
  yield '</main>\n</body>\n</html>\n'
}

const styleHash = `'sha256-${createHash('sha256').update(journalPageStyle).digest('base64')}'`

const entriesOf = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'entry' : 'entries'}`

function aboutEntries(months: JournalMonthView[]): string {
  const [first, last] = [months[0]?.month, months.at(-1)?.month]
  if (!first || !last) return 'No entries yet. '
  const inWords = (month: string) => `${monthName(month)} ${month.slice(0, 4)}`
  const when = first === last ? `from ${inWords(first)}` : `from ${inWords(first)} to ${inWords(last)}`
  return `${entriesOf(months.reduce((sum, { entries }) => sum + entries, 0))} ${when}. `
}

function contents(months: JournalMonthView[]): string {
  const years = [...new Set(months.map(({ month }) => month.slice(0, 4)))]
  const items = years.map((year) => {
    const ofYear = months.filter(({ month }) => month.startsWith(year))
    const links = ofYear.map(
      ({ month, entries }) =>
        `<li><a href="#m${month}">${monthName(month)}</a> <span class="count" title="${entriesOf(entries)}">${entries}</span></li>`,
    )
    return `<li><a class="year" href="#y${year}">${year}</a>\n<ul>${links.join('\n')}</ul></li>`
  })
  return `<nav aria-labelledby="contents">
<h2 id="contents">Contents</h2>
<ul>
<li><a class="year" href="#goals">Goals</a></li>
${items.join('\n')}
</ul>
</nav>`
}

const paragraph = (text: string) => `<p class="words" dir="auto">${escapeHtml(text.trim())}</p>\n`

const section = (title: string, text: string) => (text.trim() ? `<h5>${title}</h5>\n${paragraph(text)}` : '')

function entryHtml(row: Entry, titles: GoalTitles): string {
  const entry = entryRecord.values(row)
  const gratitude = gratitudeFields.map((field) => entry[field].trim()).filter(Boolean)
  const items = gratitude.map((text) => `<li class="words" dir="auto">${escapeHtml(text)}</li>`)
  return `<article id="d${entry.entryDate}">
<h4><time datetime="${entry.entryDate}">${weekdayAndDay(entry.entryDate)}</time>${entry.mood && ` <span class="mood ${entry.mood}">${moodLabels[entry.mood]}</span>`}</h4>
${entry.dailyEvents.trim() && paragraph(entry.dailyEvents)}${items.length ? `<h5>Gratitude</h5>\n<ul>${items.join('\n')}</ul>\n` : ''}${sectionFields.map((field) => section(entryRecord.labelOf(field), entry[field])).join('')}${goalsOfDay(entry.goalIds, titles)}</article>
`
}

function goalsOfDay(goalIds: string[], titles: GoalTitles): string {
  const items = titlesOf(goalIds, titles).map((title) => `<li dir="auto">${escapeHtml(title)}</li>`)
  return items.length ? `<h5>${entryRecord.labelOf('goalIds')}</h5>\n<ul>${items.join('\n')}</ul>\n` : ''
}

function goalHtml(goal: Goal, titles: GoalTitles): string {
  const parent = goal.parentId && titles.get(goal.parentId)
  const achieved = goal.achievedAt && ` · achieved on ${longDay(dayOf(goal.achievedAt))}`
  const { timeline } = goal
  return `<article>
<h4 dir="auto">${escapeHtml(goal.title)}</h4>
<p class="muted">${timelineLabels[timeline]} goal${achieved ?? ''}${parent ? ` · part of <bdi>${escapeHtml(parent)}</bdi>` : ''}</p>
${goalQuestions.map((field) => section(goalRecord.questionOf(field), goal[field] ?? '')).join('')}</article>
`
}
