import { CloudOffIcon } from 'lucide-react'
import { cn } from '@/lib/screen/cn'
import { shortMoment } from '@/lib/dates/moment'

/** Shown for a save that is stored on this device and has not reached the server yet. */
export const WaitingToSend = ({ savedAt, className }: { savedAt: number; className?: string }) => (
  <p className={cn('flex items-start gap-2 text-sm', className)}>
    <CloudOffIcon aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
    <span>
      <span className="font-medium">Waiting to send</span>{' '}
      <span className="text-muted">
        · saved <time dateTime={new Date(savedAt).toISOString()}>{shortMoment(savedAt)}</time>
      </span>
    </span>
  </p>
)
