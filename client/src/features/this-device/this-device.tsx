import { AppearanceChoice } from './appearance-choice'
import { InstallSection } from './install-section'
import { KeepEntries } from './keep-entries'
import { ShortcutSwitch } from './shortcut-switch'
import { WaitingChanges } from './waiting-changes'

export function ThisDevice() {
  return (
    <>
      <WaitingChanges />
      <AppearanceChoice />
      <KeepEntries />
      <ShortcutSwitch />
      <InstallSection />
    </>
  )
}
