import { clearDrafts } from '@/lib/drafts'

/** Leaves no user data behind, neither in the browser's storage nor in a document restored by the Back button. */
export function signOut() {
  clearDrafts()
  window.addEventListener('pageshow', (event) => event.persisted && window.location.reload())
  window.location.assign('/api/logout')
}
