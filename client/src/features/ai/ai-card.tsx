import { lazy, Suspense } from 'react'
import { ErrorBoundary } from '@/components/error-boundary'
import { Card } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'

const AiSwitch = lazy(async () => ({ default: (await import('./ai-switch')).AiSwitch }))

export function AiCard() {
  return (
    <Card title="Lisa">
      <ErrorBoundary part="This card">
        <Suspense fallback={<Skeleton className="h-18" />}>
          <AiSwitch />
        </Suspense>
      </ErrorBoundary>
    </Card>
  )
}
