import { lazy, Suspense, type ReactNode } from 'react'
import { ErrorBoundary } from '@/components/error-boundary'
import { Card } from '@/components/ui/card'
import { Loading, Skeleton } from '@/components/ui/skeleton'

const ThisDevice = lazy(async () => ({ default: (await import('./this-device')).ThisDevice }))

export function ThisDeviceCard({ children }: { children: ReactNode }) {
  return (
    <Card title="This device" description="For this browser, not for your account">
      <ErrorBoundary part="This card">
        <Suspense fallback={<ThisDeviceSkeleton />}>
          <ThisDevice>{children}</ThisDevice>
        </Suspense>
      </ErrorBoundary>
    </Card>
  )
}

const ThisDeviceSkeleton = () => (
  <Loading className="flex flex-col gap-3">
    <Skeleton className="h-18" />
    <Skeleton className="h-24" />
    <Skeleton className="h-20" />
  </Loading>
)
