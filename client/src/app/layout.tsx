import { BookOpenIcon, ChartNoAxesColumnIcon, HouseIcon, TargetIcon } from 'lucide-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { AppLink } from '@/components/app-link'
import { late } from '@/components/late'
import { cn } from '@/lib/screen/cn'
import { connection, useConnection } from '@/lib/api/connection'
import { whenIdleLater } from '@/lib/screen/when-idle'
import { useUser } from '@/features/auth/use-user'
import { AccountButton } from './account-button'
import { prefetchOtherScreens } from './routes'
import { SkipLink } from './skip-link'

const KeyboardShortcuts = late(async () => (await import('./keyboard-shortcuts')).KeyboardShortcuts)
const StatusLine = late(async () => (await import('./status-line')).StatusLine)

export function Layout({ children }: { children: ReactNode }) {
  const user = useUser()
  const client = useQueryClient()
  const [path] = useLocation()
  const isConnected = useConnection() === 'ok'
  useEffect(() => whenIdleLater(prefetchOtherScreens), [])
  useEffect(() => {
    const watch = new AbortController()
    const { signal } = watch
    async function begin() {
      const code = await import('./waiting-saves').catch(() => undefined)
      if (code) return code.watchSaves(client, user, signal)
      const unsubscribe = connection.subscribe(() => {
        if (connection.now() !== 'ok') return
        unsubscribe()
        void begin()
      })
      signal.addEventListener('abort', unsubscribe)
    }
    signal.addEventListener('abort', whenIdleLater(begin))
    return () => watch.abort()
  }, [client, user])
  return (
    <div className="mx-auto flex min-h-dvh max-w-column flex-col pb-(--bar-height)">
      <SkipLink />
      <header className="flex items-center justify-between px-5 py-2">
        <AppLink
          href="/"
          className="-ml-2 inline-flex min-h-touch items-center rounded-control px-2 font-serif text-xl font-medium"
        >
          Lisa
        </AppLink>
        <AccountButton user={user} />
      </header>
      <BottomBar path={path} />
      {/* Nobody writes or talks on the screens of the tabs. */}
      <StatusLine isNeeded={!isConnected} props={{ isCalm: tabs.some(({ href }) => href === path) }} />
      <main id="content" tabIndex={-1} className="grow px-5 pt-3 pb-8 outline-none">
        {children}
      </main>
      <KeyboardShortcuts isNeeded={false} props={{}} />
    </div>
  )
}

const tabs = [
  { href: '/', label: 'Home', Icon: HouseIcon },
  { href: '/goals', label: 'Goals', Icon: TargetIcon },
  { href: '/journal', label: 'Journal', Icon: BookOpenIcon },
  { href: '/progress', label: 'Progress', Icon: ChartNoAxesColumnIcon },
]

/** Before the content, although it is below it: by keyboard it is then a few presses away on every screen. */
function BottomBar({ path }: { path: string }) {
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-20 mx-auto flex h-(--tabs-height) max-w-column border-t border-line bg-paper px-1 pb-[env(safe-area-inset-bottom)] print:hidden"
    >
      {tabs.map(({ href, label, Icon }) => {
        const isActive = path === href || (href !== '/' && path.startsWith(`${href}/`))
        return (
          <AppLink
            key={href}
            href={href}
            aria-current={isActive ? 'page' : undefined}
            className={cn(
              'flex grow basis-0 flex-col items-center justify-center gap-0.5 rounded-control px-0.5 text-xs font-medium transition-colors duration-150',
              isActive ? 'text-accent forced-colors:underline' : 'text-muted hover:text-ink',
            )}
          >
            <Icon size={24} />
            {label}
          </AppLink>
        )
      })}
    </nav>
  )
}
