import type { Danger } from '@shared/danger/danger'
import { draftOf } from '@/lib/saving/drafts'

const dayMs = 86_400_000

/**
 * Whether the quiet notice may appear in this conversation: for each kind it does in one a day, and in one more where words
 * are close to danger and those before were not; about an overdose in each. It is there again after a reload. Kept on this
 * device for this user, until they sign out.
 */
export function mayShowQuietNotice(
  userId: string,
  conversation: string,
  { kind, isClose }: Pick<Danger, 'kind' | 'isClose'>,
): boolean {
  if (kind === 'overdose') return true
  const isFirst = (of: string) => {
    const kept = draftOf<string>(userId, 'quiet-notice', of, 'any-window')
    const last = kept.read()
    if (last && last.savedAt > Date.now() - dayMs) return last.values === conversation
    kept.write(conversation)
    return true
  }
  const isDue = isFirst(kind)
  const isCloser = isClose && isFirst(`close to ${kind}`)
  return isDue || Boolean(isCloser)
}
