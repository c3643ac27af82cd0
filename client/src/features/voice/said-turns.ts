import type { Caption } from './voice-state'

export type Said = Pick<Caption, 'id' | 'speaker' | 'text' | 'isDone' | 'isUnwritten'> & {
  /** Where there are several. */
  talk?: string
}

/** What one side said until the other one spoke. */
export type SaidTurn = Pick<Said, 'id' | 'speaker' | 'talk'> & { parts: Said[] }

export const isShown = ({ text, isUnwritten }: Pick<Said, 'text' | 'isUnwritten'>) =>
  isUnwritten === true || text.trim() !== ''

/** Joins what the provider splits at pauses and at tools. */
export function turnsOf(said: Said[]): SaidTurn[] {
  const turns: SaidTurn[] = []
  for (const part of said) {
    const last = turns.at(-1)
    if (last?.speaker === part.speaker && last.talk === part.talk) last.parts.push(part)
    else turns.push({ id: part.id, speaker: part.speaker, talk: part.talk, parts: [part] })
  }
  // Only now: the user's words may still be on their way, and Lisa's before and after them are two turns.
  return turns
    .map((turn) => ({ ...turn, parts: turn.parts.filter(isShown) }))
    .filter(({ parts }) => parts.length > 0)
}
