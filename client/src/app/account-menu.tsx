import * as Menu from '@radix-ui/react-dropdown-menu'
import { LogOutIcon, Settings2Icon } from 'lucide-react'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { signOut } from '@/features/auth/sign-out'
import { avatarButtonStyle } from './account-button'

const itemStyle =
  'flex min-h-touch cursor-pointer items-center gap-3 rounded-control px-3 outline-none data-highlighted:bg-accent-soft'

type Props = { label: string; avatar: ReactNode; byKeyboard: boolean }

/** Opens as it appears: it is made by the click that asks for it. Not modal, for the page behind must not jump. */
export function AccountMenu({ label, avatar, byKeyboard }: Props) {
  const [, navigate] = useLocation()
  const first = useRef<HTMLDivElement>(null)
  // Later Radix does this itself; of the key that asked for the menu it has not heard.
  useLayoutEffect(() => {
    if (byKeyboard) first.current?.focus({ preventScroll: true })
  }, [byKeyboard])
  return (
    <Menu.Root defaultOpen modal={false}>
      <Menu.Trigger aria-label={label} className={avatarButtonStyle}>
        {avatar}
      </Menu.Trigger>
      <Menu.Content
        align="end"
        alignOffset={4}
        sideOffset={4}
        collisionPadding={12}
        className="menu z-30 min-w-48 rounded-card border border-control bg-card p-1.5"
      >
        <Menu.Item ref={first} className={itemStyle} onSelect={() => navigate('/settings')}>
          <Settings2Icon className="text-muted" />
          Settings
        </Menu.Item>
        <Menu.Item className={itemStyle} onSelect={signOut}>
          <LogOutIcon className="text-muted" />
          Sign out
        </Menu.Item>
      </Menu.Content>
    </Menu.Root>
  )
}
