import { ChoiceGroup } from '@/components/ui/choice-group'
import { appearances, chooseAppearance, useAppearance, type Appearance } from '@/lib/device/appearance'

const labels: Record<Appearance, string> = { system: 'System', light: 'Light', dark: 'Dark' }
const choices = appearances.map((value) => ({ value, label: labels[value] }))

export const AppearanceChoice = () => (
  <ChoiceGroup legend="Appearance" choices={choices} value={useAppearance()} onChange={chooseAppearance} />
)
