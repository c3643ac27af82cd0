import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app'
import { prefetchCode, prefetchVisitorCode } from './app/routes'
import { currentUser } from './features/auth/use-user'
import { leaveReturnedScreen, watchWindows } from './features/auth/windows'
import { watchNavigation } from '@/lib/screen/navigation'
import { watchForMissingCode } from '@/lib/device/new-version'
import { setPageUser } from '@/lib/api/page-user'
import { createQueryClient } from '@/lib/api/query-client'
import { watchConnection } from '@/lib/api/watch-connection'
import '@/lib/device/install-offer'
import './lib/zod-without-eval'

const queryClient = createQueryClient()

const root = document.getElementById('root')
// Until `show`, the page is the static frame of index.html, which React would replace with a spinner.
void begin().then(show)
watchNavigation()
watchWindows(queryClient)
watchConnection(queryClient)
watchForMissingCode()

async function begin() {
  if ('signedOut' in document.documentElement.dataset) {
    // The server found no session and sent the signed-out page (vite.config.ts).
    setPageUser(null)
    queryClient.setQueryData(currentUser.queryKey, null)
    return beginForVisitor()
  }
  await Promise.all([queryClient.prefetchQuery(currentUser), prefetchCode(window.location.pathname)])
  // The cookie's session had ended.
  if (queryClient.getQueryData(currentUser.queryKey) === null) await beginForVisitor()
}

function beginForVisitor() {
  leaveReturnedScreen()
  return prefetchVisitorCode(window.location.pathname)
}

function show() {
  if (!root) return
  const tree = (
    <StrictMode>
      <App queryClient={queryClient} />
    </StrictMode>
  )
  // Rendered in small slices, between which a slow phone can scroll and answer taps.
  startTransition(() => createRoot(root).render(tree))
}
