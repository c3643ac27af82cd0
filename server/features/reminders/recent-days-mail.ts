import { addDays } from '@shared/dates'
import { type Mood, moodLabels } from '@shared/journal-fields'
import { light, type MailPart, sans, serif } from '../../http/html-mail'
import { escapeHtml } from '../../http/html-page'
import type { RecentDays } from '../journal/recent-days-repository'

/** The moods of the last seven days and a line from a year earlier, each if there is any. */
export const recentDaysParts = ({ moods, yearAgo }: RecentDays, today: string): MailPart[] => [
  ...(moods.size ? [week(moods, today)] : []),
  ...(yearAgo ? [yearAgoPart(yearAgo)] : []),
]

const heading = (text: string) =>
  `<p class="muted" style="margin:0 0 8px;${sans};font-size:13px;line-height:20px;color:${light('muted')};">${text}</p>`

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

function week(moods: Map<string, Mood>, today: string): MailPart {
  const days = Array.from({ length: 7 }, (_, n) => addDays(today, n - 6)).map((date) => {
    const mood = moods.get(date)
    return { weekday: weekdays[new Date(date).getUTCDay()], mood, word: mood ? moodLabels[mood] : 'No entry' }
  })
  const columns = days.map(({ weekday, mood, word }) => {
    const color = mood
      ? `background-color:${light(`mood-${mood}`)};border:1px solid transparent;`
      : `border:1px solid ${light('line')};`
    return `<td align="center" valign="top">
<div class="${mood ?? 'line'}" style="width:26px;height:26px;margin:0 0 6px;border-radius:8px;${color}"></div>
<p class="muted" style="margin:0;${sans};font-size:12px;line-height:16px;color:${light('muted')};">${weekday}<br>${word}</p>
</td>`
  })
  return {
    text: ['Your last seven days', ...days.map(({ weekday, word }) => `${weekday}: ${word}`)].join('\n'),
    html: `${heading('Your last seven days')}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 24px;table-layout:fixed;"><tr>
${columns.join('\n')}
</tr></table>`,
  }
}

function yearAgoPart({ date, line }: NonNullable<RecentDays['yearAgo']>): MailPart {
  const title = `On this day, ${date.slice(0, 4)}`
  return {
    text: `${title}\n${line}`,
    html: `${heading(title)}
<p class="ink" dir="auto" style="margin:0 0 24px;${serif};font-size:18px;line-height:27px;color:${light('ink')};">${escapeHtml(line)}</p>`,
  }
}
