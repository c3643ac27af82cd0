import { Suspense, useLayoutEffect, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { Spinner } from '@/components/ui/spinner'
import { settleScroll } from '@/lib/navigation'
import { ErrorBoundary } from '@/components/error-boundary'

/** Shows the current screen: each path has its own error boundary and waits for its own code. */
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

/** Inside the Suspense, so that it runs only once the screen is rendered. */
function ScrollSettler() {
  useLayoutEffect(settleScroll, [])
  return null
}
