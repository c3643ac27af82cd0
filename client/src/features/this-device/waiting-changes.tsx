import { CloudOffIcon } from 'lucide-react'
import { useWaiting } from '@/lib/saving/save'

/** How many changes have not reached the server yet. */
export function WaitingChanges() {
  const keys = useWaiting().map(({ key }) => key)
  const count = new Set(keys).size
  return (
    <p role="status" className="flex items-center gap-2 text-sm empty:hidden">
      {count > 0 && (
        <>
          <CloudOffIcon aria-hidden className="size-4 shrink-0 text-accent" />
          {count === 1 ? '1 change is waiting to be sent' : `${count} changes are waiting to be sent`}
        </>
      )}
    </p>
  )
}
