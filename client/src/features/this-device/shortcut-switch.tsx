import { ChevronRightIcon } from 'lucide-react'
import { useState } from 'react'
import { ShortcutList } from '@/components/shortcut-list'
import { SwitchField } from '@/components/switch-field'
import { shortcutsAreOn, switchShortcuts } from '@/lib/device/shortcuts'

export function ShortcutSwitch() {
  const [isOn, setIsOn] = useState(shortcutsAreOn)
  return (
    <div>
      <SwitchField
        label="Keyboard shortcuts"
        hint="With a keyboard, N writes, / searches, and ? lists all keys."
        checked={isOn}
        onCheckedChange={(isOn) => {
          switchShortcuts(isOn)
          setIsOn(isOn)
        }}
      />
      <details className="group text-sm">
        <summary className="inline-flex min-h-touch cursor-pointer items-center gap-1 rounded-control pr-2 text-muted hover:text-ink">
          <ChevronRightIcon size={16} className="transition-transform duration-150 group-open:rotate-90" />
          All keys
        </summary>
        <ShortcutList />
      </details>
    </div>
  )
}
