import { DownloadIcon } from 'lucide-react'
import { Section } from '@/components/section'
import { Button } from '@/components/ui/button'
import { useInstallOffer } from './use-install-offer'

const offered = 'Lisa gets an icon among your apps and a window of its own.'
const texts = {
  none: "To have Lisa among your apps, look in your browser's menu for “Install” or “Add to Home Screen”.",
  offered,
  asking: offered,
  installed: 'Lisa is installed on this device.',
}

/** How to install Lisa: a button if the browser offers it, else instructions. Empty if Lisa runs as an installed app. */
export function InstallSection() {
  const { state, install } = useInstallOffer()
  if (window.matchMedia('(display-mode: standalone)').matches) return null
  const isAsking = state === 'asking'
  return (
    <Section title="Lisa as an app" step={state} text={texts[state]}>
      {(state === 'offered' || isAsking) && (
        <Button variant="secondary" pending={isAsking} onClick={() => void install()}>
          {!isAsking && <DownloadIcon />}
          Install Lisa
        </Button>
      )}
    </Section>
  )
}
