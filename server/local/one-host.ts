import type { RequestHandler } from 'express'
import type { Env } from '../env'
import { AppError } from '../http/errors'
import { isLoopback } from '../loopback'

/**
 * Answers to the host of APP_URL and to the loopback names: another site whose name resolves to this machine could
 * otherwise sign in here as anyone. Pages opened under another loopback name, such as http://127.0.0.1:3000, are
 * redirected to the host of APP_URL, because sign-in would start under one host and return to the other, without its
 * cookie.
 */
export function oneHost({ appUrl, localOnNetwork }: Pick<Env, 'appUrl' | 'localOnNetwork'>): RequestHandler {
  const app = new URL(appUrl)
  return (req, res, next) => {
    const requested = URL.parse(`http://${req.headers.host}`)
    const hostname = requested?.hostname ?? ''
    if (!localOnNetwork && hostname !== app.hostname && !isLoopback(hostname))
      throw new AppError(421, `This server answers to ${app.host} only`)
    const isAlias =
      hostname !== app.hostname &&
      isLoopback(hostname) &&
      isLoopback(app.hostname) &&
      requested?.port === app.port
    if (isAlias && req.method === 'GET' && req.accepts(['json', 'html']) === 'html')
      return res.redirect(307, app.origin + req.originalUrl.replace(/^\/+/, '/'))
    next()
  }
}
