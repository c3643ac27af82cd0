/**
 * What the landing page tells later. In cookies, because signing out empties the browser's storage, and by way of the
 * identity provider it leads elsewhere.
 */
export const accountDeleted = noticeOf('lisa.account-deleted', 300)
export const deviceNotEmptied = noticeOf('lisa.device-not-emptied', 86_400)

function noticeOf(name: string, seconds: number) {
  const set = (value: string, maxAge: number) =>
    (document.cookie = `${name}=${value}; path=/; max-age=${maxAge}; samesite=lax`)
  return {
    show: () => set('yes', seconds),
    forget: () => set('', 0),
    isShown: () => document.cookie.includes(`${name}=yes`),
  }
}
