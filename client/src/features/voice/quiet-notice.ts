import { draftOf } from '@/lib/saving/drafts'

const dayMs = 86_400_000

/**
 * Whether the quiet notice may appear in this conversation: it does in one a day, and is there again after a reload. Kept on
 * this device for this user, until they sign out.
 */
export function mayShowQuietNotice(userId: string, conversation: string): boolean {
  const kept = draftOf<string>(userId, 'quiet-notice', 'last', 'any-window')
  const last = kept.read()
  if (last && last.savedAt > Date.now() - dayMs) return last.values === conversation
  kept.write(conversation)
  return true
}
