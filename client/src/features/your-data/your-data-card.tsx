import { lazy, Suspense } from 'react'
import { ErrorBoundary } from '@/components/error-boundary'
import { Card } from '@/components/ui/card'
import { Loading, Skeleton } from '@/components/ui/skeleton'

const YourData = lazy(async () => ({ default: (await import('./your-data')).YourData }))

export function YourDataCard() {
  return (
    <Card title="Your data" description="It's yours to take along, to bring in and to delete">
      <ErrorBoundary part="This card">
        <Suspense fallback={<YourDataSkeleton />}>
          <YourData />
        </Suspense>
      </ErrorBoundary>
    </Card>
  )
}

const YourDataSkeleton = () => (
  <Loading className="flex flex-col gap-3">
    <Skeleton className="h-24" />
    <Skeleton className="h-24" />
    <Skeleton className="h-24" />
  </Loading>
)
