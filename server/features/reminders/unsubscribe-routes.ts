import { type Response, Router } from 'express'
import type { AppContext } from '../../context'
import { UnauthorizedError } from '../../http/errors'
import { escapeHtml, htmlPage, noticePage, type Page } from '../../http/html-page'
import { remindersOf } from './reminders-repository'
import { userOfToken } from './unsubscribe-token'

/**
 * Open, and without a session or an Origin: the signed token of the link says who it is about. Mail programs POST
 * (RFC 8058); whoever looks at links before people do sends GET, which only asks.
 */
export function unsubscribeRoutes({ db, env, now, secrets }: AppContext): Router {
  const router = Router()
  const settings = { action: 'Open the settings', href: `${env.appUrl}/settings`, back: false }

  router.get('/reminders/unsubscribe', (req, res) => {
    send(res, userOfToken(secrets, req.query.token) ? askPage(String(req.query.token)) : badLinkPage)
  })

  router.post('/reminders/unsubscribe', async (req, res) => {
    const userId = userOfToken(secrets, req.query.token)
    if (!userId) return send(res, badLinkPage)
    await remindersOf(db, userId)
      .change({ dailyReminderEnabled: false }, now())
      .catch((error: unknown) => {
        // The account is gone, and its reminders with it.
        if (!(error instanceof UnauthorizedError)) throw error
      })
    const text =
      'You will get no more e-mail reminders. You can turn them on again in the settings at any time.'
    send(res, { status: 200, ...noticePage({ heading: 'Reminders are off', text, ...settings }) })
  })

  const badLinkPage = {
    status: 400,
    ...noticePage({
      heading: 'This link does not work',
      text: 'It may have been cut off on its way. You can turn reminders off in the settings.',
      ...settings,
    }),
  }
  return router
}

const askPage = (token: string) => ({
  status: 200,
  ...htmlPage({
    title: 'Turn off reminders · Lisa',
    body: `<h1>Turn off e-mail reminders?</h1>
<p>You will get no more daily reminders by e-mail. Text messages stay as they are.</p>
<form method="post" action="/api/reminders/unsubscribe?token=${escapeHtml(encodeURIComponent(token))}">
<button class="action">Turn them off</button>
</form>
<a class="action quiet" href="/">Keep them</a>`,
  }),
})

function send(res: Response, { status, html, headers }: Page & { status: number }) {
  res.status(status).set(headers).type('html').send(html)
}
