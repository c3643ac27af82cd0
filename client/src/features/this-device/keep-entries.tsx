import { useQuery } from '@tanstack/react-query'
import { Notice } from '@/components/notice'
import { SwitchField } from '@/components/switch-field'
import { Loading, Skeleton } from '@/components/ui/skeleton'
import { isUnauthorized, messageOf } from '@/lib/api/api'
import { shortTime } from '@/lib/dates/dates'
import { keptQuery } from '@/lib/device/use-kept'
import { NoStorageError, useKeepCopies } from './kept-queries'

export function KeepEntries() {
  const { data: kept } = useQuery(keptQuery)
  const keeping = useKeepCopies()
  if (kept === undefined)
    return (
      <Loading>
        <Skeleton className="h-24" />
      </Loading>
    )
  return (
    <div className="flex flex-col gap-3">
      <SwitchField
        label="Keep recent entries on this device"
        hint="Your 30 newest entries and your goals can then be read here without a connection, also by anyone who can unlock this device. Signing out, or switching this off, removes them."
        checked={keeping.isPending ? keeping.variables : kept !== null}
        onCheckedChange={(isOn) => keeping.isPending || keeping.mutate(isOn)}
      />
      <p role="status" className="text-sm text-muted empty:hidden">
        {keeping.isPending ? '' : kept && `${countOf(kept.entries.length)}, as of ${shortTime(kept.readAt)}`}
      </p>
      {keeping.error && !isUnauthorized(keeping.error) && <Failure error={keeping.error} />}
    </div>
  )
}

function countOf(entries: number): string {
  if (entries === 0) return 'No entries yet'
  return entries === 1 ? '1 entry is kept' : `${entries} entries are kept`
}

const Failure = ({ error }: { error: Error }) =>
  error instanceof NoStorageError ? (
    <Notice tone="warn" title="This browser can't keep your entries">
      Its storage is full or blocked, or this is a private window.
    </Notice>
  ) : (
    <Notice tone="warn" title="Your entries couldn't be kept">
      {messageOf(error)}
    </Notice>
  )
