import { useState } from 'react'
import type { UserView } from '@shared/auth'
import { canonicalTimezone } from '@shared/timezones'
import { Notice } from '@/components/notice'
import { Button } from '@/components/ui/button'
import { useUser } from '@/features/auth/use-user'
import { useSaveReminderSettings } from '@/features/reminders/reminders-queries'
import { attempt } from '@/lib/device/storage'

/** Offers the browser's timezone, once, to a user whose reminders still come by UTC. */
export function ZoneOffer() {
  const user = useUser()
  const saving = useSaveReminderSettings()
  const [zone, setZone] = useState(() => zoneToOffer(user))
  if (!zone) return null

  function close() {
    attempt(() => localStorage.setItem(answeredKey(user), 'yes'))
    setZone(undefined)
    // The button that has the focus goes with the notice.
    document.querySelector('h1')?.focus({ preventScroll: true })
  }

  return (
    <Notice
      title="Your reminders use UTC time"
      className="mt-4"
      actions={
        <>
          <Button
            variant="secondary"
            pending={saving.isPending}
            onClick={() => saving.mutate({ timezone: zone }, { onSuccess: close })}
          >
            Use {zone}
          </Button>
          <Button variant="ghost" onClick={close}>
            Keep UTC
          </Button>
        </>
      }
    >
      They can use your own timezone instead.
    </Notice>
  )
}

const answeredKey = ({ id }: UserView) => `lisa:zone-answered:${id}`

function zoneToOffer(user: UserView): string | undefined {
  const isAnswered = attempt(() => localStorage.getItem(answeredKey(user)))
  if (isAnswered || user.timezone !== 'UTC' || new Date().getTimezoneOffset() === 0) return undefined
  return canonicalTimezone(new Intl.DateTimeFormat().resolvedOptions().timeZone)
}
