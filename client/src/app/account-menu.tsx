import * as Menu from '@radix-ui/react-dropdown-menu'
import { LogOutIcon, Settings2Icon } from 'lucide-react'
import { useLayoutEffect, useRef, type ReactElement } from 'react'
import { useLocation } from 'wouter'
import { askToSignOut } from '@/features/auth/sign-out'
import { dismissToasts } from '@/lib/screen/toast'

const itemStyle =
  'flex min-h-touch cursor-pointer items-center gap-3 rounded-control px-3 outline-none data-highlighted:bg-accent-soft forced-colors:data-highlighted:outline-solid'

type Props = { trigger: ReactElement; byKeyboard: boolean }

/** Open from the start: it is mounted by the click that asks for it. Not modal, so that the layout does not shift. */
export function AccountMenu({ trigger, byKeyboard }: Props) {
  const [, navigate] = useLocation()
  const first = useRef<HTMLDivElement>(null)
  // Radix did not see the key press that mounted the menu; from the next one on it sets the focus itself.
  useLayoutEffect(() => {
    if (byKeyboard) first.current?.focus({ preventScroll: true })
  }, [byKeyboard])

  function openSettings() {
    dismissToasts()
    navigate('/settings')
  }

  return (
    <Menu.Root defaultOpen modal={false}>
      <Menu.Trigger asChild>{trigger}</Menu.Trigger>
      <Menu.Content
        align="end"
        alignOffset={4}
        sideOffset={4}
        collisionPadding={12}
        className="menu z-30 min-w-48 rounded-card border border-control bg-card p-1.5"
      >
        <Menu.Item ref={first} className={itemStyle} onSelect={openSettings}>
          <Settings2Icon className="text-muted" />
          Settings
        </Menu.Item>
        <Menu.Item className={itemStyle} onSelect={() => void askToSignOut()}>
          <LogOutIcon className="text-muted" />
          Sign out
        </Menu.Item>
      </Menu.Content>
    </Menu.Root>
  )
}
