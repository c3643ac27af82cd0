import { screen, within } from '@testing-library/react'
import type { TodayView } from '@shared/today'
import type { Routes } from './fake-api'
import { renderApp } from './render-app'

export const todayPath = 'GET /api/today'
export const nothing: TodayView = { entry: null, days: [], onThisDay: [] }

/** Home with its Today card. */
export async function openHome(view: Partial<TodayView> = {}, routes: Routes = {}, path = '/') {
  const app = renderApp(path, { [todayPath]: { ...nothing, ...view }, ...routes })
  await screen.findByRole('list', { name: 'Last seven days' })
  return { ...app, card: within(screen.getByRole('region', { name: 'Today' })) }
}
