import type { ReactNode } from 'react'
import { dayOf, today } from '@/lib/days'
import { Notice } from './notice'

const time = new Intl.DateTimeFormat('en', { timeStyle: 'short' })
const date = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

type Props = { savedAt: number; onDiscard: () => void; children?: ReactNode }

/** Says that the form shows a draft that was kept in the browser and never saved. */
export function DraftNotice({ savedAt, onDiscard, children }: Props) {
  const isFromToday = dayOf(new Date(savedAt)) === today()
  return (
    <Notice
      title="We kept your draft"
      actions={
        <button
          type="button"
          className="-my-2 min-h-touch cursor-pointer rounded-control text-muted underline underline-offset-2 hover:text-ink"
          onClick={() => {
            onDiscard()
            // The button that has the focus goes with the notice.
            document.querySelector('h1')?.focus({ preventScroll: true })
          }}
        >
          Discard draft
        </button>
      }
    >
      From {isFromToday ? 'today' : date.format(savedAt)} at {time.format(savedAt)}, not saved yet.{children}
    </Notice>
  )
}
