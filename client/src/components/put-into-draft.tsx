import { useState, type ReactNode } from 'react'
import { Button } from './ui/button'

type Props = {
  label: string
  /** Resolves with false if this browser does not keep drafts. */
  put: () => Promise<boolean>
  /** Where the words are besides. */
  elsewhere: string
  /** What is shown once they are in the draft. */
  children?: ReactNode
}

/** A button that puts words into the draft of today's entry, and what became of it. Saves nothing. */
export function PutIntoDraft({ label, put, elsewhere, children }: Props) {
  const [state, setState] = useState<'idle' | 'working' | 'done' | 'refused'>('idle')
  async function press() {
    setState('working')
    setState((await put()) ? 'done' : 'refused')
  }
  return (
    <>
      {state !== 'done' && (
        <Button
          variant="secondary"
          className="w-full"
          pending={state === 'working'}
          onClick={() => void press()}
        >
          {label}
        </Button>
      )}
      {/* Always there, so that what it says is announced; without words it takes no room. */}
      <div role="status" className={state === 'done' || state === 'refused' ? undefined : 'sr-only'}>
        {state === 'done' && (
          <p className="text-sm">
            Your words are in the draft of today's entry. They are not saved until you save it.
          </p>
        )}
        {state === 'refused' && (
          <p className="mt-2 text-sm text-danger">This browser can't keep drafts. {elsewhere}</p>
        )}
      </div>
      {state === 'done' && children}
    </>
  )
}
