import { useEffect, useState } from 'react'
import { installOffer } from '@/lib/install-offer'

type State = 'none' | 'offered' | 'asking' | 'installed'

/** Whether the browser offers to install Lisa, and how to take it up. */
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
    // An offer is good for one question.
    delete installOffer.event
    setState('asking')
    const answer = await event?.prompt().catch(() => undefined)
    setState(answer?.outcome === 'accepted' ? 'installed' : 'none')
  }

  return { state, install }
}
