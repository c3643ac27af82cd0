import { type ColorName, colors, toHex } from '@shared/colors'
import { addDays } from '@shared/dates'
import { type Mood, moodLabels, moods } from '@shared/journal'
import { escapeHtml } from './html-page'

type Link = { label: string; url: string }

/** The same twice: rows of a table, and lines of text. */
export type MailPart = { html: string; text: string }

type Content = {
  subject: string
  /** Comes before everything else. */
  firstLine?: string
  greeting: string
  heading: string
  message: string
  /** In bold, above the button. */
  note: string
  /** Between the note and the button. */
  parts?: MailPart[]
  button: Link
  /** Why this mail comes, and where that can be changed. */
  why: string
  links: Link[]
}

/** The same words as text and as HTML. */
export function mailParts(content: Content): { subject: string; text: string; html: string } {
  const { subject, firstLine, greeting, heading, message, note, parts = [], button, why, links } = content
  const line = ({ label, url }: Link) => `${label}: ${url}`
  const footer = ['-- ', why, ...links.map(line)].join('\n')
  const more = parts.map(({ text }) => text)
  const first = firstLine ? [firstLine] : []
  const text = [...first, greeting, `${heading}\n${message}`, note, ...more, line(button), footer].join(
    '\n\n',
  )
  return { subject, text, html: htmlOf(content) }
}

const longestFirstName = 40

/** A name on one line without control characters, since whoever gave it may have sent anything. */
export const nameOf = (name: string | null, longest = longestFirstName) =>
  Array.from((name ?? '').replace(/[\s\p{C}]+/gu, ' ').trim())
    .slice(0, longest)
    .join('')

export const greetingOf = (firstName: string | null) => `Hello ${nameOf(firstName) || 'there'},`

const sans = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const serif = "font-family:'Lisa Serif',Georgia,'Times New Roman',serif"

/** Converts each colour once, not in every mail. */
function hexOf(palette: Record<ColorName, string>) {
  const hex = new Map(Object.entries(palette).map(([name, color]) => [name, toHex(color)]))
  return (name: ColorName) => hex.get(name)
}

const light = hexOf(colors.light)
const dark = hexOf(colors.dark)

/** Tables and inline styles, because mail programs support little else. Some of them apply the dark colours. */
function htmlOf({
  subject,
  firstLine,
  greeting,
  heading,
  message,
  note,
  parts = [],
  button,
  why,
  links,
}: Content): string {
  const t = escapeHtml
  const footer = links
    .map(
      ({ label, url }) =>
        `<a class="muted" href="${t(url)}" style="color:${light('muted')};">${t(label)}</a>`,
    )
    .join(' · ')
  const first = firstLine
    ? `\n<p class="muted" style="margin:0;padding:8px 16px;${sans};font-size:13px;line-height:20px;text-align:center;color:${light('muted')};">${t(firstLine)}</p>`
    : ''
  return `<!doctype html>
<html lang="en" xmlns="http://www.w3.org/1999/xhtml">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${t(subject)}</title>
<style>
:root { color-scheme: light dark; }
@media (max-width: 480px) {
  .page { padding: 16px 8px !important; }
  .column { padding-left: 16px !important; padding-right: 16px !important; }
}
@media (prefers-color-scheme: dark) {
  .paper { background-color: ${dark('paper')} !important; }
  .card { background-color: ${dark('card')} !important; border-color: ${dark('line')} !important; }
  .ink { color: ${dark('ink')} !important; }
  .muted { color: ${dark('muted')} !important; }
  .brand { color: ${dark('accent')} !important; }
  .line { border-color: ${dark('line')} !important; }
  .written { border-color: ${dark('muted')} !important; }
  ${moods.map((mood) => `.${mood} { background-color: ${dark(`mood-${mood}`)} !important; }`).join('\n  ')}
  .button { background-color: ${dark('accent')} !important; }
  .button a { color: ${dark('accent-ink')} !important; }
}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background-color:${light('paper')};">${first}
<div style="display:none;max-height:0;overflow:hidden;">${t(message)}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${light('paper')}" style="background-color:${light('paper')};">
<tr><td class="page" align="center" style="padding:32px 16px;">
<p class="brand" style="max-width:480px;margin:0 auto 16px;${serif};font-size:22px;line-height:28px;font-weight:500;text-align:left;color:${light('accent')};">Lisa</p>
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${light('card')}" style="max-width:480px;background-color:${light('card')};border:1px solid ${light('line')};border-radius:16px;">
<tr><td class="column" style="padding:32px 28px 8px;">
<p class="muted" style="margin:0 0 16px;${sans};font-size:16px;line-height:24px;color:${light('muted')};">${t(greeting)}</p>
<h1 class="ink" style="margin:0 0 12px;${serif};font-size:28px;line-height:36px;font-weight:500;color:${light('ink')};">${t(heading)}</h1>
<p class="ink" style="margin:0 0 12px;${sans};font-size:16px;line-height:24px;color:${light('ink')};">${t(message)}</p>
<p class="ink" style="margin:0 0 24px;${sans};font-size:16px;line-height:24px;font-weight:600;color:${light('ink')};">${t(note)}</p>
${parts.map(({ html }) => html).join('\n')}
<table role="presentation" cellpadding="0" cellspacing="0" border="0">
<tr><td class="button" align="center" bgcolor="${light('accent')}" style="border-radius:10px;background-color:${light('accent')};">
<a href="${t(button.url)}" style="display:inline-block;padding:12px 24px;${sans};font-size:16px;line-height:24px;font-weight:600;color:${light('accent-ink')};text-decoration:none;">${t(button.label)}</a>
</td></tr>
</table>
</td></tr>
<tr><td class="column" style="padding:24px 28px 28px;">
<p class="muted" style="margin:0;${sans};font-size:13px;line-height:20px;color:${light('muted')};">${t(why)} ${footer}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

const heading = (text: string) =>
  `<p class="muted" style="margin:0 0 8px;${sans};font-size:13px;line-height:20px;color:${light('muted')};">${escapeHtml(text)}</p>`

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** The last seven days up to `today`, each as a square in the colour of its mood, with the mood's name; null: written without one. */
export function moodsOfWeek(moods: Map<string, Mood | null>, today: string): MailPart {
  const days = Array.from({ length: 7 }, (_, n) => addDays(today, n - 6)).map((date) => {
    const mood = moods.get(date)
    const word = mood ? moodLabels[mood] : mood === null ? 'Written' : 'No entry'
    return { weekday: weekdays[new Date(date).getUTCDay()], mood, word }
  })
  const columns = days.map(({ weekday, mood, word }) => {
    const color = mood
      ? `background-color:${light(`mood-${mood}`)};border:1px solid transparent;`
      : `border:1px solid ${light(mood === null ? 'muted' : 'line')};`
    return `<td align="center" valign="top">
<div class="${mood ?? (mood === null ? 'written' : 'line')}" style="width:26px;height:26px;margin:0 0 6px;border-radius:8px;${color}"></div>
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

export const sentence = (text: string): MailPart => ({
  text,
  html: `<p class="ink" style="margin:0 0 24px;${sans};font-size:16px;line-height:24px;color:${light('ink')};">${escapeHtml(text)}</p>`,
})

/** A line of the user's own words under a title. */
export function quotation(title: string, line: string): MailPart {
  return {
    text: `${title}\n${line}`,
    html: `${heading(title)}
<p class="ink" dir="auto" style="margin:0 0 24px;${serif};font-size:18px;line-height:27px;color:${light('ink')};">${escapeHtml(line)}</p>`,
  }
}
