import { Suspense, useLayoutEffect, type ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import { Spinner } from '@/components/ui/spinner'
import { returnsSoFar, settleScroll } from '@/lib/screen/navigation'
import { ErrorBoundary } from '@/components/error-boundary'

/** Shows the current screen: each visit has its own error boundary and waits for its own code. */
export function Screen({ children }: { children: ReactNode }) {
  const [path] = useLocation()
  // Rendered again when Back or Forward changes nothing but the query.
  useSearch()
  return (
    <ErrorBoundary key={`${path} ${returnsSoFar()}`}>
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
