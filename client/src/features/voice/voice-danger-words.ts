import { worstDangerIn } from '@shared/danger/danger'

export { cutAfterDanger } from '@shared/danger/quotes'

/** More than a talk of fifteen minutes has. */
const mostLetters = 30_000

/** What the user's words tell of danger. All turns are read together, since a sentence may be spoken in two. */
export const dangerInTurns = (turns: string) => worstDangerIn(turns.slice(-mostLetters))
