import { useState } from 'react'
import type { UserView } from '@shared/auth'
import { canonicalTimezone } from '@shared/timezones'
import { Notice } from '@/components/notice'
import { Button } from '@/components/ui/button'
import { useUser } from '@/features/auth/use-user'
import { useSaveReminderSettings } from '@/features/reminders/reminders-queries'
import { attempt } from '@/lib/device/storage'

/** Offers the browser's timezone to a user whose saved one has another time, once for each such pair. */
export function ZoneOffer() {
  const user = useUser()
  const saving = useSaveReminderSettings()
  const [zone, setZone] = useState(() => zoneToOffer(user))
  if (!zone) return null

  function close() {
    attempt(() => localStorage.setItem(answeredKey(user), pairOf(user)))
    setZone(undefined)
    // The button that has the focus goes with the notice.
    document.querySelector('h1')?.focus({ preventScroll: true })
  }

  return (
    <Notice
      title={`Your reminders use ${user.timezone} time`}
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
            Keep {user.timezone}
          </Button>
        </>
      }
    >
      They can use your own timezone instead.
    </Notice>
  )
}

const answeredKey = ({ id }: UserView) => `lisa:zone-answered:${id}`

const ownZone = () => canonicalTimezone(new Intl.DateTimeFormat().resolvedOptions().timeZone)
const pairOf = ({ timezone }: UserView) => `${timezone} ${ownZone()}`

function zoneToOffer(user: UserView): string | undefined {
  const answered = attempt(() => localStorage.getItem(answeredKey(user)))
  // 'yes' was stored when only UTC was asked about.
  const isAnswered = answered === pairOf(user) || (answered === 'yes' && user.timezone === 'UTC')
  const zone = ownZone()
  return isAnswered || !zone || hasSameTime(zone, user.timezone) ? undefined : zone
}

/** Now and half a year from now, when summer time has begun or ended. */
function hasSameTime(zone: string, other: string): boolean {
  const moments = [Date.now(), Date.now() + 182 * 86_400_000]
  const clock = (timeZone: string) => {
    const format = new Intl.DateTimeFormat('en', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    return moments.map((moment) => format.format(moment)).join()
  }
  return attempt(() => clock(zone) === clock(other)) ?? true
}
