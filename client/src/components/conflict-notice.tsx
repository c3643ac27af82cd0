import { useEffect, useRef } from 'react'
import { Button } from './ui/button'
import { type FieldText, FieldTexts } from './field-texts'
import { Notice } from './notice'

type Props = {
  title: string
  /** What is saved of the fields that differ. */
  saved: FieldText[]
  onKeepBoth: () => void
  onKeepMine: () => void
  onUseSaved: () => void
}

/** Shows what is saved beside what is in the form; both are kept until the user has chosen. */
export function ConflictNotice({ title, saved, onKeepBoth, onKeepMine, onUseSaved }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'center' })
    box.current?.focus({ preventScroll: true })
  }, [])

  return (
    <div ref={box} tabIndex={-1} className="rounded-card">
      <Notice
        tone="warn"
        title={title}
        actions={
          <>
            <Button onClick={onKeepBoth}>Keep both</Button>
            <Button variant="secondary" onClick={onKeepMine}>
              Keep mine
            </Button>
            <Button variant="secondary" onClick={onUseSaved}>
              Use the saved version
            </Button>
          </>
        }
      >
        <p>Your version is still in the form below. Nothing has been overwritten.</p>
        {saved.length > 0 && (
          <FieldTexts texts={saved.map(({ label, text }) => ({ label: `Saved: ${label}`, text }))} />
        )}
      </Notice>
    </div>
  )
}
