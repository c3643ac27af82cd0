import type { ReactNode } from 'react'
import { cn } from '@/lib/screen/cn'

type Props = { title: string; description?: string; icon?: ReactNode; action?: ReactNode; className?: string }

/** Shown in place of an empty list: what it is for, and how to begin. */
export function EmptyState({ title, description, icon, action, className }: Props) {
  return (
    <div className={cn('flex flex-col items-center px-4 py-6 text-center', className)}>
      {icon && <div className="mb-3 text-accent">{icon}</div>}
      <p className="font-serif text-lg text-balance">{title}</p>
      {description && <p className="mt-1 text-sm text-balance text-muted">{description}</p>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  )
}
