import type { ReactNode } from 'react'
import { Card } from '@/components/ui/card'
import { useUser } from '@/features/auth/use-user'

/** The cards are shared by the settings and their skeletons. */
export function EmailCard({ children }: { children: ReactNode }) {
  const { email } = useUser()
  return (
    <Card title="Daily Reminders" description={`An email once a day${email ? ` to ${email}` : ''}`}>
      {children}
    </Card>
  )
}

export function PhoneCard({ children }: { children: ReactNode }) {
  return (
    <Card title="Phone Reminders" description="A text message once a day">
      {children}
    </Card>
  )
}
