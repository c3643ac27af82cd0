import { QueryClientProvider, useQuery, type QueryClient } from '@tanstack/react-query'
import { LucideProvider } from 'lucide-react'
import { Route, Switch } from 'wouter'
import { LoadFailure } from '@/components/load-failure'
import { Spinner } from '@/components/ui/spinner'
import { currentUser } from '@/features/auth/use-user'
import { ErrorBoundary } from './error-boundary'
import { LateToaster } from './late-toaster'
import { Layout } from './layout'
import { LandingPage, NotFoundPage, screens } from './routes'
import { Screen } from './screen'

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

  if (user.data === undefined) {
    return (
      <main className="mx-auto grid min-h-dvh max-w-column place-items-center p-5">
        {user.isError && !user.isFetching ? (
          <LoadFailure
            title="Lisa could not be opened"
            error={user.error}
            onRetry={() => void user.refetch()}
          />
        ) : (
          <Spinner label="Loading…" className="late size-8 text-muted" />
        )}
      </main>
    )
  }
  if (user.data === null) {
    return (
      <main className="mx-auto min-h-dvh max-w-column p-5">
        <Screen>
          <Switch>
            <Route path="/" component={LandingPage} />
            <Route component={NotFoundPage} />
          </Switch>
        </Screen>
      </main>
    )
  }
  return (
    <Layout user={user.data}>
      <Screen>
        <Switch>
          {screens.map(({ path, Page }) => (
            <Route key={path} path={path} component={Page} />
          ))}
          <Route component={NotFoundPage} />
        </Switch>
      </Screen>
    </Layout>
  )
}
