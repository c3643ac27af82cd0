import type { CookieOptions } from 'express'

const isSecure = (appUrl: string) => appUrl.startsWith('https:')

/** Browsers take a `__Host-` cookie from this host over https only, and from no neighbouring subdomain. */
export const cookieName = (name: string, appUrl: string) => (isSecure(appUrl) ? `__Host-${name}` : name)

export const cookieOptions = (appUrl: string): CookieOptions => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax',
  secure: isSecure(appUrl),
})
