import { Suspense, useLayoutEffect, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { Spinner } from '@/components/ui/spinner'
import { settleScroll } from '@/lib/navigation'
import { ErrorBoundary } from './error-boundary'

/** The place where screens come and go: each path starts anew, waits for its code, and fails without the others. */
export function Screen({ children }: { children: ReactNode }) {
  const [path] = useLocation()
  return (
    <ErrorBoundary key={path}>
      <Suspense fallback={<Spinner label="Loading…" className="late mx-auto mt-16 size-8 text-muted" />}>
        {children}
        <ScrollSettler />
      </Suspense>
    </ErrorBoundary>
  )
}

/** Stands beside the screen inside the Suspense, so that it acts only when the screen is there. */
function ScrollSettler() {
  useLayoutEffect(settleScroll, [])
  return null
}
