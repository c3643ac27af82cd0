import { InstallSection } from './install-section'
import { KeepEntries } from './keep-entries'

export function ThisDevice() {
  return (
    <>
      <KeepEntries />
      <InstallSection />
    </>
  )
}
