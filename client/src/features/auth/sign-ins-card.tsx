import { Card } from '@/components/ui/card'
import { RecentActivity } from './recent-activity'

export function SignInsCard() {
  return (
    <Card title="Sign-ins" description="Where you are signed in, and what happened to your account">
      <RecentActivity />
    </Card>
  )
}
