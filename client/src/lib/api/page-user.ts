import { attempt, clearTalks } from '@/lib/device/storage'

/**
 * The user for whom this page was loaded. Every call names this user, so that the server refuses it when the session is
 * another's by now. `isOver` once this user has signed out, or another one has signed in, in any window.
 */
export const pageUser: { id?: string | null; isOver: boolean } = { isOver: false }

export const announcedKey = 'lisa:user'
/** Announced by a sign-out. */
export const signedOut = ''
/** Announced by a page that found nobody signed in, though nobody had signed out. */
export const expired = '-'

/** What this browser's windows last announced: a user's id or one of the above; null once storage has been cleared. */
export const announced = () => attempt(() => localStorage.getItem(announcedKey))
export const announce = (state: string) => attempt(() => localStorage.setItem(announcedKey, state))

/** Whether this user has signed out, so nothing may be stored for them; a window that missed the event reads it from storage. */
export const isOverFor = (userId: string) =>
  pageUser.isOver || ![userId, expired, null, undefined].includes(announced())

/** Takes the server's answer to who is signed in; null is nobody. */
export function setPageUser(id: string | null) {
  if (pageUser.id && id !== pageUser.id) return window.location.replace('/')
  pageUser.id = id
  pageUser.isOver = false
  if (id) clearTalks(id)
  announce(id ?? (announced() ? expired : signedOut))
}
