import { useQuery } from '@tanstack/react-query'
import type { SessionView } from '@shared/account-sessions'
import { LoadFailure } from '@/components/load-failure'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Loading, Skeleton } from '@/components/ui/skeleton'
import { shortTime } from '@/lib/dates/dates'
import { shortDate } from '@/lib/dates/days'
import { askToRemove } from '@/lib/screen/next-row'
import { authQueries, useEndSession, useSignOutEverywhere } from './auth-queries'
import { RecentActivity } from './recent-activity'
import { unsentWarning } from './unsent'

export function SignInsCard() {
  const sessions = useQuery(authQueries.sessions())
  return (
    <Card title="Sign-ins" description="Where you're signed in, and recent account activity">
      {sessions.isPending ? (
        <Loading className="flex flex-col gap-3">
          <Skeleton className="h-11" />
          <Skeleton className="h-11" />
        </Loading>
      ) : sessions.data ? (
        <Sessions sessions={sessions.data} />
      ) : (
        <LoadFailure
          title="We couldn't load your sign-ins"
          error={sessions.error}
          onRetry={() => void sessions.refetch()}
          pending={sessions.isFetching}
        />
      )}
      <SignOutEverywhere />
      <RecentActivity />
    </Card>
  )
}

function Sessions({ sessions }: { sessions: SessionView[] }) {
  return (
    <ul
      data-rows
      tabIndex={-1}
      aria-label="Where you're signed in"
      className="-my-2 divide-y divide-line text-sm"
    >
      {sessions.map((session) => (
        <Session key={session.id} {...session} />
      ))}
    </ul>
  )
}

function Session({ id, browser, current, createdAt, lastSeenAt }: SessionView) {
  const name = browser ?? 'Unknown browser'
  const since = shortTime(createdAt)
  return (
    <li data-row className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2">
      <span className="min-w-0 flex-1 basis-24">
        <span className="block">{name}</span>
        <span className="block text-muted">
          Signed in {since}
          {!current && `, last used ${shortDate(new Date(lastSeenAt))}`}
        </span>
      </span>
      {current ? (
        <span className="shrink-0 rounded-full bg-accent-soft px-2 text-xs font-medium">This device</span>
      ) : (
        <SignOutOther id={id} browser={`${name}, signed in ${since}`} />
      )}
    </li>
  )
}

function SignOutOther({ id, browser }: { id: string; browser: string }) {
  const ending = useEndSession(id)
  const question = `Sign out ${browser}? Unsaved drafts there are removed when Lisa is next opened there with a connection.`
  return (
    <Button
      variant="ghost"
      aria-label={`Sign out ${browser}`}
      className="-mx-4 shrink-0 text-sm"
      onClick={({ currentTarget }) => void askToRemove(currentTarget, question, ending, 'button')}
      pending={ending.isPending}
    >
      Sign out
    </Button>
  )
}

function SignOutEverywhere() {
  const ending = useSignOutEverywhere()
  const question =
    'Sign out everywhere? This signs out every browser, including this one, and all API tokens stop working. Unsaved drafts are removed here, and elsewhere when Lisa is next opened with a connection.'
  async function ask() {
    const warning = await unsentWarning()
    if (window.confirm(`${warning} ${question}`.trim())) ending.mutate()
  }
  return (
    <Button variant="secondary" onClick={() => void ask()} pending={ending.isPending}>
      Sign out everywhere
    </Button>
  )
}
