import { useEffect, useState } from 'react'
import { Avatar } from '@/components/ui/avatar'
import { toast } from '@/lib/toast'
import { whenIdle } from '@/lib/when-idle'
import type { UserView } from '@shared/auth'
import type { AccountMenu } from './account-menu'
import { initialsOf } from './initials'

const loadMenu = () => import('./account-menu').then((chunk) => chunk.AccountMenu)

export const avatarButtonStyle =
  '-mr-1 inline-flex size-11 cursor-pointer items-center justify-center rounded-full focus-visible:-outline-offset-2'

/** The menu's code comes when the page is at rest, or with the first click, which then opens it. */
export function AccountButton({ user }: { user: UserView }) {
  const [Menu, setMenu] = useState<typeof AccountMenu>()
  const [byKeyboard, setByKeyboard] = useState(false)
  const initials = initialsOf(user)
  const label = `Account (${initials})`
  const avatar = <Avatar src={user.profileImageUrl} initials={initials} />

  useEffect(() => whenIdle(() => void loadMenu().catch(() => {})), [])

  if (Menu) return <Menu label={label} avatar={avatar} byKeyboard={byKeyboard} />
  return (
    <button
      type="button"
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      className={avatarButtonStyle}
      onClick={({ detail }) => {
        setByKeyboard(detail === 0)
        void loadMenu().then(
          (loaded) => setMenu(() => loaded),
          () =>
            toast({
              title: 'Error',
              description: 'The menu could not be opened. Check your connection and try again.',
              variant: 'destructive',
            }),
        )
      }}
    >
      {avatar}
    </button>
  )
}
