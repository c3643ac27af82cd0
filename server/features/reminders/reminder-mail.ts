import { type ColorName, colors, toHex } from '@shared/colors'
import { escapeHtml } from '../../http/html-page'
import type { Mail } from '../../senders/mailer'
import { type ReminderContent, daysInARow, nameOf } from './reminder-text'

type MailContent = ReminderContent & { unsubscribeUrl: string }

export function reminderMail(content: MailContent): Pick<Mail, 'subject' | 'text' | 'html'> {
  const { appUrl, unsubscribeUrl, streak, hasWritten } = content
  const name = nameOf(content.firstName)
  const words = hasWritten
    ? {
        subject: `${name ? `${name}, you've` : "You've"} written today`,
        heading: "You've written today",
        message: 'Your entry for today is saved. If something more comes to mind, there is room for it.',
        button: 'Open your entry',
      }
    : {
        subject: `${name ? `${name}, time` : 'Time'} for your journal`,
        heading: 'How was your day?',
        message: 'A few lines are enough: what happened, how you felt, what you are grateful for.',
        button: "Write today's entry",
      }
  const streakLine = streak
    ? `Your streak: ${daysInARow(streak)}.`
    : 'A new streak begins with the first entry.'
  const greeting = `Hello ${name || 'there'},`
  const url = `${appUrl}/journal/new`
  const why = 'You get this e-mail because daily reminders are on in your settings.'
  const text = [
    greeting,
    `${words.heading}\n${words.message}`,
    streakLine,
    `${words.button}: ${url}`,
    `-- \n${why}\nSettings: ${appUrl}/settings\nTurn them off: ${unsubscribeUrl}`,
  ].join('\n\n')
  return {
    subject: words.subject,
    text,
    html: html({ ...words, greeting, streakLine, why, url, ...content }),
  }
}

type MailTexts = MailContent &
  Record<'subject' | 'heading' | 'message' | 'button' | 'greeting' | 'streakLine' | 'why' | 'url', string>

const sans = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

const light = (name: ColorName) => toHex(colors.light[name])
const dark = (name: ColorName) => toHex(colors.dark[name])

/** Tables and inline styles, because mail programs support little else. Some of them apply the dark colours. */
function html(texts: MailTexts): string {
  const t = (key: keyof MailTexts) => escapeHtml(String(texts[key]))
  const settings = escapeHtml(`${texts.appUrl}/settings`)
  return `<!doctype html>
<html lang="en" xmlns="http://www.w3.org/1999/xhtml">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${t('subject')}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .paper { background-color: ${dark('paper')} !important; }
  .card { background-color: ${dark('card')} !important; border-color: ${dark('line')} !important; }
  .ink { color: ${dark('ink')} !important; }
  .muted { color: ${dark('muted')} !important; }
  .button { background-color: ${dark('accent')} !important; }
  .button a { color: ${dark('accent-ink')} !important; }
}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background-color:${light('paper')};">
<div style="display:none;max-height:0;overflow:hidden;">${t('message')}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${light('paper')}" style="background-color:${light('paper')};">
<tr><td align="center" style="padding:32px 16px;">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${light('card')}" style="max-width:480px;background-color:${light('card')};border:1px solid ${light('line')};border-radius:16px;">
<tr><td style="padding:32px 28px 8px;">
<p class="muted" style="margin:0 0 16px;${sans};font-size:16px;line-height:24px;color:${light('muted')};">${t('greeting')}</p>
<h1 class="ink" style="margin:0 0 12px;font-family:Georgia,'Times New Roman',serif;font-size:28px;line-height:36px;font-weight:600;color:${light('ink')};">${t('heading')}</h1>
<p class="ink" style="margin:0 0 12px;${sans};font-size:16px;line-height:24px;color:${light('ink')};">${t('message')}</p>
<p class="ink" style="margin:0 0 24px;${sans};font-size:16px;line-height:24px;font-weight:600;color:${light('ink')};">${t('streakLine')}</p>
<table role="presentation" cellpadding="0" cellspacing="0" border="0">
<tr><td class="button" align="center" bgcolor="${light('accent')}" style="border-radius:10px;background-color:${light('accent')};">
<a href="${t('url')}" style="display:inline-block;padding:12px 24px;${sans};font-size:16px;line-height:24px;font-weight:600;color:${light('accent-ink')};text-decoration:none;">${t('button')}</a>
</td></tr>
</table>
</td></tr>
<tr><td style="padding:24px 28px 28px;">
<p class="muted" style="margin:0;${sans};font-size:13px;line-height:20px;color:${light('muted')};">${t('why')} <a class="muted" href="${settings}" style="color:${light('muted')};">Settings</a> · <a class="muted" href="${t('unsubscribeUrl')}" style="color:${light('muted')};">Turn them off</a></p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}
