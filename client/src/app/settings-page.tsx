import { InfoIcon } from 'lucide-react'
import { ErrorBoundary } from '@/components/error-boundary'
import { PageHeader } from '@/components/page-header'
import { Card } from '@/components/ui/card'
import { AiSwitch } from '@/features/ai/ai-switch'
import { ApiPasswordCard } from '@/features/auth/api-password-card'
import { SignInsCard } from '@/features/auth/sign-ins-card'
import { CalendarAddress } from '@/features/calendar/calendar-address'
import { Notifications } from '@/features/reminders/notifications'
import { ReminderSettings } from '@/features/reminders/reminders-form'
import { ThisDeviceCard } from '@/features/this-device/this-device-card'
import { YourTokens } from '@/features/tokens/your-tokens'
import { YourDataCard } from '@/features/your-data/your-data-card'

export function SettingsPage() {
  return (
    <>
      <PageHeader title="Settings" />
      <div className="flex flex-col gap-4">
        <ReminderSettings>
          <ApiPasswordCard>
            <ErrorBoundary part="The rest of this card">
              <YourTokens />
              <CalendarAddress />
            </ErrorBoundary>
          </ApiPasswordCard>
          <SignInsCard />
          <AboutCard />
          <Card title="Lisa">
            <ErrorBoundary part="This card">
              <AiSwitch />
            </ErrorBoundary>
          </Card>
          <YourDataCard />
          <ThisDeviceCard>
            <Notifications />
          </ThisDeviceCard>
        </ReminderSettings>
      </div>
    </>
  )
}

function AboutCard() {
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          <InfoIcon className="shrink-0 text-accent" />
          About Daily Reminders
        </span>
      }
    >
      <ul className="list-disc space-y-2 pl-5 text-sm text-muted marker:text-accent">
        <li>You get one reminder a day at the time you choose, in each way you switch on.</li>
        <li>If today&apos;s reminder has already gone out, a new time starts tomorrow.</li>
        <li>
          You can unsubscribe from reminder emails with one click, and stop the text messages by replying
          STOP.
        </li>
      </ul>
    </Card>
  )
}
