import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app'
import { prefetchScreens, prefetchVisitorScreens } from './app/routes'
import { currentUser } from './features/auth/use-user'
import { watchNavigation } from './lib/navigation'
import { createQueryClient } from './lib/query-client'
import './lib/zod-without-eval'

const queryClient = createQueryClient()

if ('signedOut' in document.documentElement.dataset) {
  // The server has seen that this browser has no session (vite.config.ts).
  queryClient.setQueryData(currentUser.queryKey, null)
  prefetchVisitorScreens(window.location.pathname)
} else {
  // Who is signed in and the code of the screen are asked for at the same time.
  void queryClient.prefetchQuery(currentUser)
  prefetchScreens(window.location.pathname)
}
watchNavigation()

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App queryClient={queryClient} />
    </StrictMode>,
  )
}
