import type { ReactNode } from 'react'
import { AppearanceChoice } from './appearance-choice'
import { InstallSection } from './install-section'
import { KeepEntries } from './keep-entries'
import { ShortcutSwitch } from './shortcut-switch'
import { WaitingChanges } from './waiting-changes'

/** `children` come after the switches. */
export function ThisDevice({ children }: { children: ReactNode }) {
  return (
    <>
      <WaitingChanges />
      <AppearanceChoice />
      <KeepEntries />
      <ShortcutSwitch />
      {children}
      <InstallSection />
    </>
  )
}
