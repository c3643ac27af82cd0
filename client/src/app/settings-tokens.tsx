import { CalendarAddress } from '@/features/calendar/calendar-address'
import { YourTokens } from '@/features/tokens/your-tokens'

/** On the card API Access, below the API password. */
export const SettingsTokens = () => (
  <>
    <YourTokens />
    <CalendarAddress />
  </>
)
