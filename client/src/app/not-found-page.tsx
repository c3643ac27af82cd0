import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ofLink } from '@shared/screens'
import { PageHeader } from '@/components/page-header'
import { Button } from '@/components/ui/button'
import { ButtonLink } from '@/components/ui/button-link'
import { Spinner } from '@/components/ui/spinner'
import { currentUser } from '@/features/auth/use-user'

export function NotFoundPage() {
  const isSignedOut = useQuery(currentUser).data === null
  const isLeaving = isSignedOut && window.location.search === ofLink
  useEffect(() => {
    // Back must not lead here.
    if (isLeaving) window.location.replace(signInForIt())
  }, [isLeaving])
  if (isLeaving) return <Spinner label="Loading…" className="late mx-auto mt-16 size-8 text-muted" />
  return (
    <>
      <PageHeader title="404 Page Not Found" />
      <p className="text-muted">Did you forget to add the page to the router?</p>
      <div className="mt-6 flex flex-wrap gap-2">
        {isSignedOut && <Button onClick={() => window.location.assign(signInForIt())}>Sign in</Button>}
        <ButtonLink href="/" variant="secondary">
          Go to Home
        </ButtonLink>
      </div>
    </>
  )
}

/** The link may come from a bookmark, and all screens but the first need a signed-in user. */
function signInForIt() {
  const { pathname, search } = window.location
  return `/api/login?returnTo=${encodeURIComponent(pathname + search.replace(ofLink, ''))}`
}
