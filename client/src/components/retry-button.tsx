import { RotateCwIcon } from 'lucide-react'
import { isUnauthorized } from '@/lib/api/api'
import { Button } from './ui/button'
import { buttonStyle } from './ui/button-styles'

type Props = { error: unknown; onRetry: () => void; pending?: boolean; className?: string }

/** Asks again. Without a session, which that would not bring back, it leads to sign-in and from there to this screen. */
export function RetryButton({ error, onRetry, pending, className }: Props) {
  if (isUnauthorized(error))
    return (
      <a href="/api/login" className={buttonStyle('secondary', className)}>
        Sign in
      </a>
    )
  return (
    <Button variant="secondary" className={className} onClick={onRetry} pending={pending}>
      {!pending && <RotateCwIcon />}
      Retry
    </Button>
  )
}
