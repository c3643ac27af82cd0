import type { ReactNode } from 'react'
import { Notice } from './notice'
import { Button } from './ui/button'

const timeAndDay = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

type Props = { savedAt: number; onDiscard: () => void; children?: ReactNode }

/** Says that the form shows a draft that was kept in the browser and never saved. */
export function DraftNotice({ savedAt, onDiscard, children }: Props) {
  return (
    <Notice
      title="Your unsaved words are back"
      actions={
        <Button variant="secondary" onClick={onDiscard}>
          Discard them
        </Button>
      }
    >
      Kept in this browser since {timeAndDay.format(savedAt)}, and not saved yet.{children}
    </Notice>
  )
}
