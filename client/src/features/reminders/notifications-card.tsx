import { lazy, Suspense } from 'react'
import { ErrorBoundary } from '@/components/error-boundary'
import { Card } from '@/components/ui/card'
import { Loading, Skeleton } from '@/components/ui/skeleton'
import type { ReminderCardProps } from './settings-form'

const Notifications = lazy(async () => ({ default: (await import('./notifications')).Notifications }))

export const NotificationsCard = (props: ReminderCardProps) => (
  <Card title="Notifications" description="A notification once a day">
    <ErrorBoundary part="This card">
      <Suspense fallback={<NotificationsSkeleton />}>
        <Notifications {...props} />
      </Suspense>
    </ErrorBoundary>
  </Card>
)

const NotificationsSkeleton = () => (
  <Loading>
    <Skeleton className="h-11" />
  </Loading>
)
