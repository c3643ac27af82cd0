import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app'
import { prefetchScreens } from './app/routes'
import { currentUser } from './features/auth/use-user'
import { watchNavigation } from './lib/navigation'
import { createQueryClient } from './lib/query-client'
import './lib/zod-without-eval'

const queryClient = createQueryClient()

// Who is signed in and the code of the screen are asked for at the same time.
void queryClient.prefetchQuery(currentUser)
prefetchScreens(window.location.pathname)
watchNavigation()

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App queryClient={queryClient} />
    </StrictMode>,
  )
}
