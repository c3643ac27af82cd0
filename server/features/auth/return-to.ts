/**
 * The path within the app that `value` names, or `/`. Whatever a browser could read as another site is refused, and so
 * are the paths of sign-in itself. The cleaned path is judged too: that of `/.//evil.test` is `//evil.test`.
 */
export function safeReturnTo(value: unknown, appUrl: string): string {
  if (typeof value !== 'string' || value.length > 512 || !/^\/[^\\\s\p{Cc}]*$/u.test(value)) return '/'
  const url = URL.parse(value, appUrl)
  if (url?.origin !== appUrl || url.pathname.startsWith('//') || /^\/(api|dev-idp)(\/|$)/i.test(url.pathname))
    return '/'
  return url.pathname + url.search + url.hash
}

/** The path of the page of this app that led here, if the browser names one. */
export function pathOfReferer(referer: string | undefined, appUrl: string): string | undefined {
  const url = referer ? URL.parse(referer) : null
  return url?.origin === appUrl ? url.pathname + url.search : undefined
}
