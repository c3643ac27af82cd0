import { render, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished } from 'vitest'
import type { UserView } from '@shared/auth'
import { App } from '@/app/app'
import { watchWindows } from '@/features/auth/windows'
import { watchNavigation } from '@/lib/screen/navigation'
import { createQueryClient } from '@/lib/api/query-client'
import { answer, fakeApi, type Routes } from './fake-api'

export const ana: UserView = {
  id: '0b0f8a52-6c1d-4f0e-9a55-0a3c1a5e7a01',
  email: 'ana@example.com',
  firstName: 'Ana',
  lastName: 'Lima',
  profileImageUrl: null,
  password: false,
  timezone: 'UTC',
}

/** The whole app at a path, signed in as Ana unless told otherwise; every other call must be given in `routes`. */
export function renderApp(path = '/', routes: Routes = {}, user: UserView | null = ana) {
  window.history.replaceState(null, '', path)
  onTestFinished(watchNavigation())
  const api = fakeApi({
    'GET /api/auth/user': user ?? answer(401, { message: 'Unauthorized' }),
    'GET /api/analytics/monthly-goals': { monthlyGoals: 0 },
    'GET /api/analytics/streak': { streak: 0 },
    'GET /api/goals': [],
    'GET /api/goals/activity': [],
    'GET /api/today': { entry: null, days: [], onThisDay: [] },
    'GET /api/journal-entries/months': [],
    'GET /api/journal-entries/:id/versions': [],
    'GET /api/goals/:id/versions': [],
    'GET /api/deleted': [],
    'GET /api/proposals': [],
    ...routes,
  })
  const queryClient = createQueryClient()
  onTestFinished(watchWindows(queryClient))
  const actor = userEvent.setup()
  return { ...render(<App queryClient={queryClient} />), api, queryClient, actor }
}

/** The code of the single keys is loaded when the browser is idle. */
export async function keysAreThere() {
  await waitFor(() => expect(document.querySelector('dialog')).not.toBeNull())
  // The list of the keys is drawn before they are listened to, which React does in a task of its own.
  await new Promise((resolve) => setTimeout(resolve))
}
