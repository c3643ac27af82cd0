import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { CheckField } from '@/components/check-field'
import { CopyField } from '@/components/copy-field'
import { NotLoaded } from '@/components/load-failure'
import { Section } from '@/components/section'
import { SignInAgain } from '@/components/sign-in-again'
import { Button } from '@/components/ui/button'
import { useUser } from '@/features/auth/use-user'
import { needsRecentSignIn } from '@/lib/api/auth-errors'
import { longDay } from '@/lib/dates/dates'
import { dayOf } from '@/lib/dates/days'
import { useDraft } from '@/lib/saving/use-draft'
import { calendarQueries, useMakeAddress, useWithdrawAddress } from './calendar-queries'

/** The address of the calendar, which is shown once. */
export function CalendarAddress() {
  const calendar = useQuery(calendarQueries.mine())
  const making = useMakeAddress()
  const withdrawal = useWithdrawAddress()
  // What was chosen is there again after a sign-in on the way.
  const keeper = useDraft<boolean>(useUser().id, 'calendar', 'titles')
  const [titles, setTitles] = useState(keeper.draft?.values ?? false)
  const [url, setUrl] = useState<string>()
  const now = calendar.data
  const hasToSignIn = needsRecentSignIn(making.error)
  useEffect(() => {
    if (hasToSignIn && !now) keeper.keep(titles)
  }, [hasToSignIn, now, titles, keeper])

  function make() {
    if (now && !window.confirm('Make a new address? The one you have stops working.')) return
    making.mutate(now?.titles ?? titles, {
      onSuccess(made) {
        setTitles(false)
        keeper.forget()
        setUrl(made.url)
      },
    })
  }
  function withdraw() {
    if (window.confirm('Withdraw the address? Calendar programs that use it will not be updated.'))
      withdrawal.mutate()
  }

  return (
    <Section
      title="A calendar of your goals and review days"
      text="Your calendar program can show when goals and reviews are due. It reads them at a secret address. Anybody who has it can read them too, but not your journal."
      step={url ? 'made' : now === undefined ? calendar.error?.message : now ? 'has' : ''}
    >
      {url ? (
        <CopyField label="Address of your calendar" value={url} onDone={() => setUrl(undefined)} />
      ) : now === undefined ? (
        <NotLoaded
          title="We couldn't check whether you have an address."
          isLoading={calendar.isPending}
          error={calendar.error}
          onRetry={() => void calendar.refetch()}
          pending={calendar.isFetching}
        />
      ) : (
        <>
          {now ? (
            <p className="text-sm">
              You made an address on {longDay(dayOf(new Date(now.createdAt)))},{' '}
              {now.titles ? 'with' : 'without'} the titles of goals.
            </p>
          ) : (
            <CheckField label="With the titles of goals" checked={titles} onChange={setTitles} />
          )}
          <div className="flex flex-wrap gap-3">
            <Button
              variant="secondary"
              onClick={make}
              pending={making.isPending}
              disabled={withdrawal.isPending}
            >
              {now ? 'Make a new one' : 'Make address'}
            </Button>
            {now && (
              <Button
                variant="ghost"
                onClick={withdraw}
                pending={withdrawal.isPending}
                disabled={making.isPending}
              >
                Withdraw
              </Button>
            )}
          </div>
          {hasToSignIn && (
            <SignInAgain>
              The address lets a program read your goals, so you can only make one within 15 minutes of
              signing in.
            </SignInAgain>
          )}
        </>
      )}
    </Section>
  )
}
