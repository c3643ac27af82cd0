import { CalendarAddress } from '@/features/calendar/calendar-address'
import { YourTokens } from '@/features/tokens/your-tokens'

export { AiSwitch } from '@/features/ai/ai-switch'

/** On the card API Access, below the API password. */
export const SettingsTokens = () => (
  <>
    <YourTokens />
    <CalendarAddress />
  </>
)
