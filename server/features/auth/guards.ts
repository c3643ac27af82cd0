import type { Request, RequestHandler } from 'express'
import { AppError, UnauthorizedError } from '../../http/errors'

declare global {
  namespace Express {
    interface User {
      id: string
    }
  }
}

export const requireUser: RequestHandler = (req, _res, next) => {
  userId(req)
  next()
}

export function userId(req: Request): string {
  if (!req.user) throw new UnauthorizedError()
  return req.user.id
}

const safeMethods = ['GET', 'HEAD', 'OPTIONS']

/** Cookies come along with requests that other sites start; only those of our own pages may change something. */
export function requireSameOrigin(appUrl: string): RequestHandler {
  return (req, _res, next) => {
    const origin = req.get('origin')
    const own = origin === undefined ? req.get('sec-fetch-site') === 'same-origin' : origin === appUrl
    if (!own && !safeMethods.includes(req.method)) throw new AppError(403, 'Cross-site request refused')
    next()
  }
}
