import { lazy, Suspense } from 'react'
import { ErrorBoundary } from '@/components/error-boundary'
import { Card } from '@/components/ui/card'
import { Loading, Skeleton } from '@/components/ui/skeleton'

const VoiceMemory = lazy(async () => ({ default: (await import('./voice-memory')).VoiceMemory }))

export function VoiceMemoryCard() {
  return (
    <Card className="mt-10">
      <ErrorBoundary part="This card">
        <Suspense fallback={<VoiceMemorySkeleton />}>
          <VoiceMemory />
        </Suspense>
      </ErrorBoundary>
    </Card>
  )
}

const VoiceMemorySkeleton = () => (
  <Loading>
    <Skeleton className="h-11" />
  </Loading>
)
