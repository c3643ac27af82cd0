/** In bytes: the path goes into a cookie, and browsers and servers refuse large ones. */
const longestPath = 256

/** Paths that are not pages: all of /api but the page that lets an assistant in, and /dev-idp. */
const notPages = /^\/(api(?!\/oauth\/consent\/[\w-]+$)|dev-idp)(\/|$)/i

/**
 * `value` as a path within the app, or `/`. Refuses what a browser could resolve to another site (open redirect) and the
 * paths of sign-in itself. The normalised path is checked too: `/.//evil.test` becomes `//evil.test`.
 */
export function safeReturnTo(value: unknown, appUrl: string): string {
  if (typeof value !== 'string' || !/^\/[^\\\s\p{Cc}]*$/u.test(value)) return '/'
  const url = URL.parse(value, appUrl)
  if (url?.origin !== appUrl || url.pathname.startsWith('//') || notPages.test(url.pathname)) return '/'
  // A parsed URL is ASCII, percent-encoded.
  const path = url.pathname + url.search + url.hash
  return path.length > longestPath ? '/' : path
}

/** The path in the Referer header, if it is a page of this app. */
export function pathOfReferer(referer: string | undefined, appUrl: string): string | undefined {
  const url = referer ? URL.parse(referer) : null
  return url?.origin === appUrl ? url.pathname + url.search : undefined
}
