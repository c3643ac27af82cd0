import type { SaidTurn } from './said-turns'

/**
 * In a live region each part is read out when it is complete: word by word, the screen reader would talk over Lisa. It
 * reads elements that are added, so a complete part is rendered as another element than one that is still growing.
 */
export function TurnWords({ speaker, parts }: SaidTurn) {
  return (
    <>
      <span className="block text-xs font-medium text-muted">{speaker}</span>
      <span dir="auto" className="block wrap-anywhere">
        {parts.map(({ id, text, isDone, isUnwritten }) => (
          <span key={isDone ? id : `${id}…`} aria-hidden={!isDone}>
            <span className="font-serif">{text} </span>
            {isUnwritten && <span className="text-sm text-muted">(This could not be written down.)</span>}
          </span>
        ))}
      </span>
    </>
  )
}
