import { useEffect, useState } from 'react'
import { installOffer } from '@/lib/device/install-offer'

type State = 'none' | 'offered' | 'asking' | 'installed'

/** Whether the browser offers to install Lisa, and a function that installs it. */
export function useInstallOffer() {
  const [state, setState] = useState<State>(installOffer.event ? 'offered' : 'none')

  useEffect(() => {
    const watch = new AbortController()
    const on = { signal: watch.signal }
    window.addEventListener('beforeinstallprompt', () => setState('offered'), on)
    window.addEventListener('appinstalled', () => setState('installed'), on)
    return () => watch.abort()
  }, [])

  async function install() {
    const { event } = installOffer
    // `prompt` can be called only once for each event.
    delete installOffer.event
    setState('asking')
    const answer = await event?.prompt().catch(() => undefined)
    setState(answer?.outcome === 'accepted' ? 'installed' : 'none')
  }

  return { state, install }
}
