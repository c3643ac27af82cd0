import type { RequestHandler } from 'express'
import helmet from 'helmet'
import type { Env } from '../env'

/** Allows nothing inline, and from other origins only profile pictures. */
export function securityHeaders(env: Env): RequestHandler[] {
  const secure = env.appUrl.startsWith('https:')
  const headers = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // Vite's development client uses inline scripts and styles.
        scriptSrc: env.devServer ? ["'self'", "'unsafe-inline'"] : ["'self'"],
        styleSrc: env.devServer ? ["'self'", "'unsafe-inline'"] : ["'self'"],
        imgSrc: ["'self'", 'data:', 'https:'],
        fontSrc: ["'self'"],
        mediaSrc: ["'self'", 'blob:'],
        // Vite's hot reload uses a WebSocket.
        connectSrc: ["'self'", ...(env.devServer ? ['ws:'] : [])],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: env.production && secure,
    // /api/login reads from the Referer which page to return to.
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
  const permissions: RequestHandler = (_req, res, next) => {
    res.set('Permissions-Policy', 'microphone=(self), camera=(), geolocation=(), payment=()')
    next()
  }
  return [headers, permissions]
}
