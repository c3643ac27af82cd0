import { Router } from 'express'
import { defaultBodyLimit } from '@shared/endpoint'
import type { AppContext } from '../../context'
import { fewAtOnce } from '../../limits/few-at-once'
import { escapeHtml, htmlPage, noticePage, sendPage } from '../../html/html-page'
import { hasBody, readBytes } from '../../http/request-body'
import { screenLink } from '../../http/screen-link'
import { remindersOf } from './reminders-repository'
import { userOfToken } from './unsubscribe-token'

/**
 * Needs neither a session nor an Origin: the signed token in the link names the user. Mail programs POST (RFC 8058).
 * GET only asks for confirmation, because mail scanners open links before the user does.
 */
export function unsubscribeRoutes({ db, env, now, secrets }: AppContext): Router {
  const router = Router()
  const notice = (heading: string, text: string) =>
    noticePage({
      heading,
      text,
      action: 'Open Settings',
      href: screenLink(env.appUrl, '/settings'),
      back: false,
    })
  const badLinkPage = notice(
    "This link doesn't work",
    'The link may be incomplete. You can turn reminders off in Settings.',
  )

  router.get('/reminders/unsubscribe', (req, res) => {
    if (!userOfToken(secrets, req.query.token)) return sendPage(res, 400, badLinkPage)
    sendPage(res, 200, confirmPage(String(req.query.token)))
  })

  router.post('/reminders/unsubscribe', async (req, res) => {
    if (hasBody(req)) await readBytes(req, defaultBodyLimit)
    const userId = userOfToken(secrets, req.query.token)
    if (!userId) return sendPage(res, 400, badLinkPage)
    await fewAtOnce(`unsubscribe ${userId}`, () => remindersOf(db, userId).turnMailsOff(now()))
    const text = "We won't email you reminders anymore. You can turn them back on in Settings at any time."
    sendPage(res, 200, notice('Reminders are off', text))
  })
  return router
}

const confirmPage = (token: string) =>
  htmlPage({
    title: 'Turn off reminders · Lisa',
    body: `<h1>Turn off email reminders?</h1>
<p>We won't email you daily reminders anymore. Text messages stay as they are.</p>
<form method="post" action="/api/reminders/unsubscribe?token=${escapeHtml(encodeURIComponent(token))}">
<button class="action">Turn them off</button>
</form>
<a class="action quiet" href="/">Keep them</a>`,
  })
