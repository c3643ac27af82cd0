import { shortTime } from '@/lib/dates/dates'
import { cn } from '@/lib/screen/cn'

type Props = {
  /** When it was read; undefined if it is not from this device. */
  readAt: string | undefined
  className?: string
}

/** Says that what is shown is what this device keeps. */
export const AsKept = ({ readAt, className }: Props) => (
  <p role="status" className={cn('text-sm text-muted empty:hidden', className)}>
    {readAt && `As kept on this device on ${shortTime(readAt)}`}
  </p>
)
