import { InfoIcon, TriangleAlertIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '@/lib/screen/cn'

type Props = {
  tone?: 'info' | 'warn'
  title: ReactNode
  children?: ReactNode
  /** Buttons; `variant="secondary"` suits them. */
  actions?: ReactNode
  className?: string
}

/** A message inside a screen, with buttons if there is something to decide. */
export function Notice({ tone = 'info', title, children, actions, className }: Props) {
  const isWarning = tone === 'warn'
  const Icon = isWarning ? TriangleAlertIcon : InfoIcon
  return (
    <div
      role={isWarning ? 'alert' : 'status'}
      className={cn(
        'flex gap-3 rounded-card p-4',
        isWarning ? 'bg-danger-soft' : 'bg-accent-soft',
        className,
      )}
    >
      <Icon className={cn('mt-0.5 shrink-0', isWarning ? 'text-danger' : 'text-accent')} />
      <div className="min-w-0 grow text-sm wrap-anywhere">
        <p className="font-medium">{title}</p>
        {children && <div className="mt-1">{children}</div>}
        {actions && <div className="mt-3 flex flex-wrap gap-2">{actions}</div>}
      </div>
    </div>
  )
}
