import { CalendarAddress } from '@/features/calendar/calendar-address'
import { YourTokens } from '@/features/tokens/your-tokens'

export { AiSwitch } from '@/features/ai/ai-switch'
export { Notifications } from '@/features/reminders/notifications'

/** On the card API Access, below the API password. */
export const SettingsTokens = () => (
  <>
    <YourTokens />
    <CalendarAddress />
  </>
)
