import { useQuery } from '@tanstack/react-query'
import { PageHeader } from '@/components/page-header'
import { Button } from '@/components/ui/button'
import { ButtonLink } from '@/components/ui/button-link'
import { currentUser } from '@/features/auth/use-user'

export function NotFoundPage() {
  const isSignedOut = useQuery(currentUser).data === null
  return (
    <>
      <PageHeader title="404 Page Not Found" />
      <p className="text-muted">Did you forget to add the page to the router?</p>
      <div className="mt-6 flex flex-wrap gap-2">
        {isSignedOut && <Button onClick={signInToSeeIt}>Sign in</Button>}
        <ButtonLink href="/" variant="secondary">
          Go to Home
        </ButtonLink>
      </div>
    </>
  )
}

/** The link may come from a bookmark, and all screens but the first need a signed-in user. */
function signInToSeeIt() {
  const { pathname, search } = window.location
  window.location.assign(`/api/login?returnTo=${encodeURIComponent(pathname + search)}`)
}
