import type { Caption, VoiceState } from './voice-state'

export type Said = Pick<Caption, 'id' | 'speaker' | 'text' | 'isDone' | 'isUnwritten'> & {
  /** Which talk it is from, if there are several. */
  talk?: string
}

/** Everything that one speaker said until the other one spoke. */
export type SaidTurn = Pick<Said, 'id' | 'speaker' | 'talk'> & { parts: Said[] }

export const isShown = ({ text, isUnwritten }: Pick<Said, 'text' | 'isUnwritten'>) =>
  isUnwritten === true || text.trim() !== ''

/** Joins the parts of a turn, which the provider splits at pauses and at tool calls. */
export function turnsOf(said: Said[]): SaidTurn[] {
  const turns: SaidTurn[] = []
  for (const part of said) {
    const last = turns.at(-1)
    if (last?.speaker === part.speaker && last.talk === part.talk) last.parts.push(part)
    else turns.push({ id: part.id, speaker: part.speaker, talk: part.talk, parts: [part] })
  }
  // Not before the turns are made: a part of the user without text yet still separates two turns of Lisa.
  return turns
    .map((turn) => ({ ...turn, parts: turn.parts.filter(isShown) }))
    .filter(({ parts }) => parts.length > 0)
}

/** What the user has said, a turn a line. In a talk only what is over: "I want to die" may go on with "of laughter". */
export const turnsOfUser = (said: Said[], status: VoiceState['status']): string =>
  said
    .filter(({ speaker, isDone }) => speaker === 'You' && (isDone || status !== 'connected'))
    .map(({ text }) => text)
    .join('\n')
