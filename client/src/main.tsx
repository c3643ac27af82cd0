import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app'
import { prefetchScreens, prefetchVisitorScreens } from './app/routes'
import { currentUser } from './features/auth/use-user'
import { watchNavigation } from './lib/navigation'
import { createQueryClient } from './lib/query-client'
import './lib/zod-without-eval'

const queryClient = createQueryClient()

const root = document.getElementById('root')
const path = window.location.pathname

// React holds a screen back for 300 ms once it has shown a spinner in its place. So it is not asked to before the screen's
// code is there, or so late that a spinner has to be shown.
const patienceMs = 250
const patience = new Promise((resolve) => setTimeout(resolve, patienceMs))
void Promise.race([begin(), patience]).then(show)
watchNavigation()

function begin() {
  if ('signedOut' in document.documentElement.dataset) {
    // The server has seen that this browser has no session (vite.config.ts).
    queryClient.setQueryData(currentUser.queryKey, null)
    return prefetchVisitorScreens(path)
  }
  // Who is signed in and the code of the screen are asked for at the same time.
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
