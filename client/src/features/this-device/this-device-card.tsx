import type { ReactNode } from 'react'
import { ErrorBoundary } from '@/components/error-boundary'
import { Card } from '@/components/ui/card'
import { AppearanceChoice } from './appearance-choice'
import { InstallSection } from './install-section'
import { KeepEntries } from './keep-entries'
import { ShortcutSwitch } from './shortcut-switch'
import { WaitingChanges } from './waiting-changes'

/** `children` come after the switches. */
export function ThisDeviceCard({ children }: { children: ReactNode }) {
  return (
    <Card title="This device" description="For this browser, not for your account">
      <ErrorBoundary part="This card">
        <WaitingChanges />
        <AppearanceChoice />
        <KeepEntries />
        <ShortcutSwitch />
        {children}
        <InstallSection />
      </ErrorBoundary>
    </Card>
  )
}
