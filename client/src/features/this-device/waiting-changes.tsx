import { useMutationState } from '@tanstack/react-query'
import { CloudOffIcon } from 'lucide-react'
import { pendingSaves, type Save } from '@/lib/pending-saves'

/** How many changes have not reached the server yet. */
export function WaitingChanges() {
  const keys = useMutationState({
    filters: pendingSaves(),
    select: ({ state }) => (state.variables as Save).key,
  })
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
