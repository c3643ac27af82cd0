import { type Danger, dangersIn, mostUrgentOf } from '@shared/danger/danger'
import { mayShowQuietNotice } from './quiet-notice'

export { cutAfterDanger } from '@shared/danger/quotes'

/** More than a talk of fifteen minutes has. */
const mostLetters = 30_000

/**
 * The most urgent that the user's words tell of danger, for which help or the quiet notice may be shown. All turns are read
 * together, since a sentence may be spoken in two.
 */
export const dangerToShow = (turns: string, userId: string, conversation: string): Danger | undefined =>
  mostUrgentOf(dangersIn(turns.slice(-mostLetters))).find(
    (danger) => danger.level === 'unmistakable' || mayShowQuietNotice(userId, conversation, danger),
  )
