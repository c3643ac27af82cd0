import { CloudOffIcon, MoonIcon, SparklesIcon } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '@/components/ui/button'
import { useConnection } from '@/lib/api/connection'
import { takeUpNewVersion, useNewVersion } from '@/lib/device/new-version'
import { answerWorker, startServiceWorker } from '@/lib/device/service-worker'
import { useHeightProperty } from '@/lib/screen/use-height-property'
import { whenIdleLater } from '@/lib/screen/when-idle'

const troubles = {
  offline: { Icon: CloudOffIcon, text: "You're offline. This page catches up by itself." },
  away: { Icon: MoonIcon, text: 'Lisa is away. This page catches up by itself.' },
}

/** Above the bottom bar: the state of the connection, or that a newer version is ready, if that interrupts nobody (`isCalm`). */
export function StatusLine({ isCalm }: { isCalm: boolean }) {
  const state = useConnection()
  const isOffered = useNewVersion() && isCalm
  const line = useHeightProperty('--status-height')

  // Not in development, whose files change. A failure is ignored: private windows may block workers, and Lisa works without.
  useEffect(
    () => (import.meta.env.PROD ? whenIdleLater(() => void startServiceWorker().catch(() => {})) : undefined),
    [],
  )
  useEffect(() => answerWorker(isCalm), [isCalm])

  return (
    <div
      ref={line}
      role="status"
      className="status-line fixed inset-x-0 bottom-(--tabs-height) z-20 mx-auto max-w-column bg-paper text-sm print:hidden"
    >
      {state !== 'ok' ? <Trouble {...troubles[state]} /> : isOffered && <Offer />}
    </div>
  )
}

function Trouble({ Icon, text }: (typeof troubles)['offline']) {
  return (
    <p className="late flex items-center justify-center gap-2 border-t border-line px-5 py-2 text-muted">
      <Icon size={16} className="shrink-0" />
      {text}
    </p>
  )
}

const Offer = () => (
  <div className="flex items-center justify-between gap-3 border-t border-line px-5 py-1">
    <p className="flex items-center gap-2">
      <SparklesIcon size={16} className="shrink-0 text-accent" />A new version is ready
    </p>
    <Button variant="secondary" onClick={() => void takeUpNewVersion()}>
      Reload
    </Button>
  </div>
)
