/**
 * `value` as a path within the app, or `/`. Refuses what a browser could resolve to another site (open redirect) and the
 * paths of sign-in itself. The normalised path is checked too: `/.//evil.test` becomes `//evil.test`.
 */
export function safeReturnTo(value: unknown, appUrl: string): string {
  if (typeof value !== 'string' || value.length > 512 || !/^\/[^\\\s\p{Cc}]*$/u.test(value)) return '/'
  const url = URL.parse(value, appUrl)
  if (url?.origin !== appUrl || url.pathname.startsWith('//') || /^\/(api|dev-idp)(\/|$)/i.test(url.pathname))
    return '/'
  return url.pathname + url.search + url.hash
}

/** The path in the Referer header, if it is a page of this app. */
export function pathOfReferer(referer: string | undefined, appUrl: string): string | undefined {
  const url = referer ? URL.parse(referer) : null
  return url?.origin === appUrl ? url.pathname + url.search : undefined
}
