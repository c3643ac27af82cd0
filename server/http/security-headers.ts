import type { RequestHandler } from 'express'
import helmet from 'helmet'
import type { Env } from '../env'
import type { VoiceKeys } from '../senders/voice-provider'

/** Strict by default: nothing inline, nothing from elsewhere but profile pictures and the voice provider's calls. */
export function securityHeaders(
  env: Env,
  { callsUrl }: Pick<VoiceKeys, 'callsUrl'> = env.realtime,
): RequestHandler[] {
  const secure = env.appUrl.startsWith('https:')
  const headers = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // Vite's development client is inline and evaluates; the built one needs neither.
        scriptSrc: env.devServer ? ["'self'", "'unsafe-inline'"] : ["'self'"],
        styleSrc: env.devServer ? ["'self'", "'unsafe-inline'"] : ["'self'"],
        imgSrc: ["'self'", 'data:', 'https:'],
        fontSrc: ["'self'"],
        mediaSrc: ["'self'", 'blob:'],
        // The development client hears of changes over a WebSocket.
        connectSrc: ["'self'", new URL(callsUrl).origin, ...(env.devServer ? ['ws:'] : [])],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: env.production && secure,
    // /api/login learns from it which page to come back to.
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
  const permissions: RequestHandler = (_req, res, next) => {
    res.set('Permissions-Policy', 'microphone=(self), camera=(), geolocation=(), payment=()')
    next()
  }
  return [headers, permissions]
}
