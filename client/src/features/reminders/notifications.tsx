import { useQuery } from '@tanstack/react-query'
import type { PushDeviceView } from '@shared/push'
import { NotLoaded } from '@/components/load-failure'
import { Notice } from '@/components/notice'
import { Section } from '@/components/section'
import { SwitchField } from '@/components/switch-field'
import { Button } from '@/components/ui/button'
import { useUser } from '@/features/auth/use-user'
import { isUnauthorized, messageOf } from '@/lib/api/api'
import { longDay } from '@/lib/dates/dates'
import { dayOf } from '@/lib/dates/days'
import { useNow } from '@/lib/dates/use-now'
import { NotificationsError } from '@/lib/device/push-subscription'
import { askToRemove } from '@/lib/screen/next-row'
import { useLastReminder } from './last-reminder'
import {
  thisDevice,
  useRemoveDevice,
  useSwitchNotifications,
  useTestNotification,
} from './notifications-queries'
import { reminderQueries } from './reminders-queries'
import { TestButton } from './test-button'
import { useBlockedReason } from './use-blocked-reason'

const dayMs = 86_400_000

/** Reminders as notifications of this browser. Nothing where the server has no keys for them. */
export function Notifications() {
  const push = useQuery(reminderQueries.push())
  const { data: ownId } = useQuery(thisDevice(useUser().id))
  const blockedReason = useBlockedReason()
  const lastReminder = useLastReminder('push')
  const switching = useSwitchNotifications()
  const test = useTestNotification()

  if (push.data === null) return null
  if (!push.data || ownId === undefined)
    return (
      <NotLoaded
        title="We couldn't load your notifications."
        isLoading={!push.error}
        error={push.error}
        onRetry={() => void push.refetch()}
        pending={push.isFetching}
      />
    )

  const { key, devices } = push.data
  const isOn = !blockedReason && devices.some(({ id }) => id === ownId)
  const others = devices.filter(({ id }) => id !== ownId)

  function toggle(isOn: boolean) {
    if (switching.isPending) return
    // Asked for at once: browsers ask only in answer to a tap.
    switching.mutate(isOn ? { key, permission: Notification.requestPermission() } : undefined)
  }

  return (
    <>
      <SwitchField
        label="Remind me on this device"
        hint={blockedReason ?? lastReminder}
        disabled={Boolean(blockedReason)}
        checked={switching.isPending ? Boolean(switching.variables) : isOn}
        onCheckedChange={toggle}
      />
      {switching.error && !blockedReason && !isUnauthorized(switching.error) && (
        <Notice
          tone="warn"
          title={`Notifications couldn't be switched ${switching.variables ? 'on' : 'off'}`}
        >
          {switching.error instanceof NotificationsError
            ? switching.error.message
            : messageOf(switching.error)}
        </Notice>
      )}
      {devices.length > 0 && <TestButton label="Send a test" test={test} />}
      {others.length > 0 && <OtherDevices devices={others} />}
    </>
  )
}

const OtherDevices = ({ devices }: { devices: PushDeviceView[] }) => (
  <Section title="Your other devices" text="Reminders come there as notifications." step="">
    <ul
      data-rows
      tabIndex={-1}
      aria-label="Your other devices"
      className="-my-2 divide-y divide-line text-sm"
    >
      {devices.map((device) => (
        <Device key={device.id} {...device} />
      ))}
    </ul>
  </Section>
)

function Device({ id, device, lastSeenAt }: PushDeviceView) {
  const removal = useRemoveDevice(id)
  const name = device ?? 'Unknown browser'
  const now = useNow()
  const lastSeen = new Date(lastSeenAt)
  const lastOpened = `last opened ${longDay(dayOf(lastSeen))}`
  const question = `Remove ${name}, ${lastOpened}? It gets no notifications until Lisa is next opened there. To end them for good, switch them off on that device, or sign it out.`
  return (
    <li data-row className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2">
      <span className="min-w-0 flex-1 basis-24">
        <span className="block">{name}</span>
        <span className="block text-muted">L{lastOpened.slice(1)}</span>
        {now.getTime() - lastSeen.getTime() > 7 * dayMs && (
          <span className="block">
            Not opened for a week. Open Lisa there, so that reminders keep coming.
          </span>
        )}
      </span>
      <Button
        variant="ghost"
        aria-label={`Remove ${name}, ${lastOpened}`}
        className="-mx-4 shrink-0 text-sm"
        onClick={({ currentTarget }) => void askToRemove(currentTarget, question, removal, 'button')}
        pending={removal.isPending}
      >
        Remove
      </Button>
    </li>
  )
}
