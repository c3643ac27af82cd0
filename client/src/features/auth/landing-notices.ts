/**
 * What the landing page tells in the next minutes. In cookies, because signing out empties the browser's storage, and by
 * way of the identity provider it leads elsewhere.
 */
export const accountDeleted = noticeOf('lisa.account-deleted')
export const deviceNotEmptied = noticeOf('lisa.device-not-emptied')

function noticeOf(name: string) {
  const set = (value: string, maxAge: number) =>
    (document.cookie = `${name}=${value}; path=/; max-age=${maxAge}; samesite=lax`)
  return {
    show: () => set('yes', 300),
    forget: () => set('', 0),
    isShown: () => document.cookie.includes(`${name}=yes`),
  }
}
