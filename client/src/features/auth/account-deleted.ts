// A cookie, because signing out empties the browser's storage, and by way of the identity provider it leads elsewhere.
const cookie = (value: string, maxAge: number) =>
  `lisa.account-deleted=${value}; path=/; max-age=${maxAge}; samesite=lax`

/** For the pages that this browser shows to nobody in the next minutes. */
export function announceDeletion() {
  document.cookie = cookie('yes', 300)
}

export function forgetDeletion() {
  document.cookie = cookie('', 0)
}

export const wasDeleted = () => document.cookie.includes('lisa.account-deleted=yes')
