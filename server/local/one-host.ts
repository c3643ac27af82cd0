import type { RequestHandler } from 'express'

const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

/**
 * Redirects pages opened under another loopback name, such as http://127.0.0.1:3000, to the host of APP_URL. Otherwise
 * sign-in would start under one host and return to the other, without its cookie.
 */
export function oneHost(appUrl: string): RequestHandler {
  const app = new URL(appUrl)
  return (req, res, next) => {
    const requested = URL.parse(`http://${req.headers.host}`)
    const isAlias =
      requested &&
      requested.port === app.port &&
      requested.hostname !== app.hostname &&
      loopbackNames.includes(requested.hostname)
    if (
      isAlias &&
      req.method === 'GET' &&
      req.accepts(['json', 'html']) === 'html' &&
      loopbackNames.includes(app.hostname)
    )
      return res.redirect(307, app.origin + req.originalUrl.replace(/^\/+/, '/'))
    next()
  }
}
