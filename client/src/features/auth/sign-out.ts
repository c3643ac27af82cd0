import { clearDrafts } from '@/lib/drafts'

/** Leaves nothing of the user behind: not in the browser's storage, nor on a page that Back would bring back. */
export function signOut() {
  clearDrafts()
  window.addEventListener('pageshow', (event) => event.persisted && window.location.reload())
  window.location.assign('/api/logout')
}
