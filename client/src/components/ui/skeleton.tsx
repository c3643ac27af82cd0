import type { CSSProperties, ReactNode } from 'react'
import { cn } from '@/lib/screen/cn'

/** A placeholder while something loads; give it a height and a width. */
export function Skeleton({ className, style }: { className?: string; style?: CSSProperties }) {
  return <div aria-hidden style={style} className={cn('skeleton rounded-control', className)} />
}

/** Wraps the skeletons of a screen and announces once that it is loading. */
export function Loading({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">Loading…</span>
      {children}
    </div>
  )
}
