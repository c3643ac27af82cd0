import { InstallSection } from './install-section'
import { KeepEntries } from './keep-entries'
import { WaitingChanges } from './waiting-changes'

export function ThisDevice() {
  return (
    <>
      <WaitingChanges />
      <KeepEntries />
      <InstallSection />
    </>
  )
}
