import { InfoIcon } from 'lucide-react'
import { PageHeader } from '@/components/page-header'
import { Card } from '@/components/ui/card'
import { ApiPasswordCard } from '@/features/auth/api-password-card'
import { SignInsCard } from '@/features/auth/sign-ins-card'
import { ReminderSettings } from '@/features/reminders/reminders-form'

export function SettingsPage() {
  return (
    <>
      <PageHeader title="Settings" />
      <div className="flex flex-col gap-4">
        <ReminderSettings>
          <ApiPasswordCard />
          <SignInsCard />
          <AboutCard />
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
        <li>A reminder comes once a day at the time you choose: by email, by text message, or both.</li>
        <li>When today&apos;s has gone out, a new time holds from tomorrow on.</li>
        <li>
          Every email can be unsubscribed from with one click, and the reply STOP ends the text messages.
        </li>
      </ul>
    </Card>
  )
}
