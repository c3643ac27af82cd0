import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app'
import { prefetchScreens, prefetchVisitorScreens } from './app/routes'
import { currentUser } from './features/auth/use-user'
import { watchWindows } from './features/auth/windows'
import { watchNavigation } from './lib/navigation'
import { watchForMissingCode } from './lib/new-version'
import { setPageUser } from './lib/page-user'
import { createQueryClient } from './lib/query-client'
import { watchConnection } from './lib/watch-connection'
import './lib/zod-without-eval'

const queryClient = createQueryClient()

const root = document.getElementById('root')
const path = window.location.pathname

// Once React has shown a Suspense fallback, it keeps it for at least 300 ms. So rendering waits for the screen's code, but
// not longer than a user waits without a spinner.
const renderDelayMs = 250
const renderDelay = new Promise((resolve) => setTimeout(resolve, renderDelayMs))
void Promise.race([begin(), renderDelay]).then(show)
watchNavigation()
watchWindows(queryClient)
watchConnection(queryClient)
watchForMissingCode()

function begin() {
  if ('signedOut' in document.documentElement.dataset) {
    // The server found no session and sent the signed-out page (vite.config.ts).
    setPageUser(null)
    queryClient.setQueryData(currentUser.queryKey, null)
    return prefetchVisitorScreens(path)
  }
  // The user and the screen's code are fetched in parallel.
  void queryClient.prefetchQuery(currentUser)
  return prefetchScreens(path)
}

function show() {
  if (!root) return
  createRoot(root).render(
    <StrictMode>
      <App queryClient={queryClient} />
    </StrictMode>,
  )
}
