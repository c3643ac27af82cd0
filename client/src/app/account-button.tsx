import { useEffect, useState, type ComponentProps } from 'react'
import { Avatar } from '@/components/ui/avatar'
import { toast } from '@/lib/screen/toast'
import { whenIdleLater } from '@/lib/screen/when-idle'
import type { UserView } from '@shared/auth'
import type { AccountMenu } from './account-menu'
import { initialsOf } from './initials'

const loadMenu = () => import('./account-menu').then((chunk) => chunk.AccountMenu)

/** Loads the menu when the browser is idle, or with the first click, which then opens it. */
export function AccountButton({ user }: { user: UserView }) {
  const [Menu, setMenu] = useState<typeof AccountMenu>()
  const [byKeyboard, setByKeyboard] = useState(false)

  useEffect(() => whenIdleLater(() => void loadMenu().catch(() => {})), [])

  const button = (props?: ComponentProps<'button'>) => (
    <button
      type="button"
      aria-label={`Account, ${initialsOf(user)}`}
      className="-mr-1 inline-flex min-h-touch min-w-touch cursor-pointer items-center justify-center rounded-full focus-visible:-outline-offset-2"
      {...props}
    >
      <Avatar src={user.profileImageUrl} initials={initialsOf(user)} />
    </button>
  )
  if (Menu) return <Menu trigger={button()} byKeyboard={byKeyboard} />
  return button({
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick({ detail }) {
      setByKeyboard(detail === 0)
      loadMenu().then((loaded) => setMenu(() => loaded), showFailure)
    },
  })
}

const showFailure = () =>
  toast({
    title: 'Error',
    description: "The menu didn't open. Check your connection and try again.",
    variant: 'destructive',
  })
