import { AllDrafts } from './other-drafts'
import { WaitingEntries } from './waiting-entries'

/** What this browser has, and the server has not, while the day cannot be loaded. */
export const Unsaved = () => (
  <>
    <WaitingEntries />
    <AllDrafts />
  </>
)
