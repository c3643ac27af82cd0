import { QueryClientProvider, useQuery, type QueryClient } from '@tanstack/react-query'
import { LucideProvider } from 'lucide-react'
import { Route, Switch } from 'wouter'
import { Notice } from '@/components/notice'
import { Button } from '@/components/ui/button'
import { Spinner } from '@/components/ui/spinner'
import { currentUser, SignedInUser } from '@/features/auth/use-user'
import { messageOf } from '@/lib/api/api'
import { ErrorBoundary } from '@/components/error-boundary'
import { LateToaster } from './late-toaster'
import { Layout } from './layout'
import { LandingPage, NotFoundPage, screens } from './routes'
import { Screen } from './screen'
import { SkipLink } from './skip-link'

export function App({ queryClient }: { queryClient: QueryClient }) {
  return (
    <QueryClientProvider client={queryClient}>
      <LucideProvider size={20} strokeWidth={1.75}>
        <ErrorBoundary>
          <Screens />
        </ErrorBoundary>
        <LateToaster />
      </LucideProvider>
    </QueryClientProvider>
  )
}

function Screens() {
  const user = useQuery(currentUser)

  if (user.isPending) {
    return (
      <main className="mx-auto grid min-h-dvh max-w-column place-items-center p-5">
        <Spinner label="Loading…" className="late size-8 text-muted" />
      </main>
    )
  }
  if (!user.data) {
    return (
      <>
        <SkipLink />
        <main id="content" tabIndex={-1} className="mx-auto min-h-dvh max-w-column p-5 outline-none">
          {user.isError && (
            <Notice
              tone="warn"
              title="We couldn't reach your account"
              className="mb-5"
              actions={
                <Button variant="secondary" onClick={() => void user.refetch()} pending={user.isFetching}>
                  Retry
                </Button>
              }
            >
              {messageOf(user.error)}
            </Notice>
          )}
          <Screen>
            <Switch>
              <Route path={user.isError ? '*' : '/'} component={LandingPage} />
              <Route component={NotFoundPage} />
            </Switch>
          </Screen>
        </main>
      </>
    )
  }
  return (
    <SignedInUser value={user.data}>
      <Layout>
        <Screen>
          <Switch>
            {screens.map(({ path, Page }) => (
              <Route key={path} path={path} component={Page} />
            ))}
            <Route component={NotFoundPage} />
          </Switch>
        </Screen>
      </Layout>
    </SignedInUser>
  )
}
