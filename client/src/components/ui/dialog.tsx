import { XIcon } from 'lucide-react'
import { useId, type ReactNode, type RefObject } from 'react'
import { IconButton } from './icon-button'

type Props = {
  /** To open it with `showModal()`. */
  ref: RefObject<HTMLDialogElement | null>
  title: string
  onClose?: () => void
  children: ReactNode
}

/** The browser's own modal dialog: it keeps the focus inside, and gives it back. */
export function Dialog({ ref, title, onClose, children }: Props) {
  const titleId = useId()
  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      onClose={onClose}
      className="m-auto w-[calc(100%-2.5rem)] max-w-column rounded-card border border-control bg-card p-5 text-ink backdrop:bg-[rgb(0_0_0/0.4)]"
    >
      <div className="flex items-start justify-between">
        <h2 id={titleId} className="font-serif text-lg font-medium">
          {title}
        </h2>
        <IconButton label="Close" className="-mt-2 -mr-3" onClick={() => ref.current?.close()}>
          <XIcon />
        </IconButton>
      </div>
      {children}
    </dialog>
  )
}
