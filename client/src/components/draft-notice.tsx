import type { ReactNode } from 'react'
import { momentInWords } from '@/lib/dates/moment'
import { Notice } from './notice'

type Props = {
  savedAt: number
  /** Why the server refused to save it. */
  reason?: string
  /** Nothing in it was typed. */
  isPut?: boolean
  /** The ids of the proposals whose words are in the draft. */
  proposals?: string[]
  onDiscard: () => void
  children?: ReactNode
}

const discardQuestion = 'Discard this draft? The proposal in it stays on Home.'

/** Says that the form shows a draft that was kept in the browser and never saved. */
export function DraftNotice({ savedAt, reason, isPut, proposals, onDiscard, children }: Props) {
  return (
    <Notice
      title={isPut ? 'These words are ready to change' : 'We kept your draft'}
      actions={
        <button
          type="button"
          className="-my-2 min-h-touch cursor-pointer rounded-control text-muted underline underline-offset-2 hover:text-ink"
          onClick={() => {
            if (proposals?.length && !window.confirm(discardQuestion)) return
            onDiscard()
            // The button that has the focus goes with the notice.
            document.querySelector('h1')?.focus({ preventScroll: true })
          }}
        >
          Discard draft
        </button>
      }
    >
      {isPut ? 'They are' : `From ${momentInWords(savedAt)},`} not saved yet.
      {reason && ` It was sent and refused: ${reason}`}
      {children}
    </Notice>
  )
}
