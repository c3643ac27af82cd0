import type { RequestHandler } from 'express'

const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

/**
 * Someone who opens http://127.0.0.1:3000 would begin to sign in there and come back at http://localhost:3000, without
 * the cookie. So pages asked for under another name of this machine move to the one that the app goes by.
 */
export function oneHost(appUrl: string): RequestHandler {
  const app = new URL(appUrl)
  return (req, res, next) => {
    const asked = URL.parse(`http://${req.headers.host}`)
    const alias =
      asked &&
      asked.port === app.port &&
      asked.hostname !== app.hostname &&
      loopbackNames.includes(asked.hostname)
    if (
      alias &&
      req.method === 'GET' &&
      req.accepts(['json', 'html']) === 'html' &&
      loopbackNames.includes(app.hostname)
    )
      return res.redirect(307, app.origin + req.originalUrl.replace(/^\/+/, '/'))
    next()
  }
}
