import { messageOf } from '@/lib/api/api'
import { RetryButton } from './retry-button'

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
