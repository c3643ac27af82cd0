import { messageOf } from '@/lib/api/api'
import { RetryButton } from './retry-button'
import { Loading, Skeleton } from './ui/skeleton'

type Props = { title: string; error: unknown; onRetry: () => void; pending?: boolean }

/** Says what could not be loaded (`title`) and why, and offers to retry. */
export function LoadFailure({ title, error, onRetry, pending }: Props) {
  return (
    <div role="alert" className="flex flex-col items-center px-4 py-8 text-center">
      <p className="font-serif text-lg text-balance">{title}</p>
      <p className="mt-1 text-sm text-balance text-muted">{messageOf(error)}</p>
      <RetryButton className="mt-5" error={error} onRetry={onRetry} pending={pending} />
    </div>
  )
}

/** The same in a line, for a part of a screen; the title is a sentence. */
export function FailureLine({ title, error, onRetry, pending }: Props) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-2 font-sans">
      <p className="min-w-0 grow basis-24 text-sm text-muted">
        {title} {messageOf(error)}
      </p>
      <RetryButton error={error} onRetry={onRetry} pending={pending} />
    </div>
  )
}

export type Missing = Props & { isLoading: boolean }

/** In place of a part of a screen: it still loads, or could not be loaded. */
export function NotLoaded({ isLoading, ...failure }: Missing) {
  if (!isLoading) return <FailureLine {...failure} />
  return (
    <Loading>
      <Skeleton className="h-11" />
    </Loading>
  )
}
