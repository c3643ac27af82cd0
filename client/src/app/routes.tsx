import { onPrefetch } from '@/lib/prefetch'
import { lazyScreen, type LazyScreen } from './lazy-screen'

type ScreenRoute = LazyScreen & { path: string; isFetchedWhenIdle: boolean }
type Load = Parameters<typeof lazyScreen>[0]

const at = (path: string, load: Load, isFetchedWhenIdle = true): ScreenRoute => ({
  path,
  isFetchedWhenIdle,
  ...lazyScreen(load),
})

/** Every path of the signed-in app; any other is the not-found page. The first that fits is shown. */
export const screens: ScreenRoute[] = [
  at('/', () => import('./home-page').then((chunk) => chunk.HomePage)),
  at('/goals', () => import('@/features/goals/goals-page').then((chunk) => chunk.GoalsPage)),
  at('/goals/new', () => import('@/features/goals/goal-new-page').then((chunk) => chunk.GoalNewPage)),
  at('/goals/edit/:id', () => import('@/features/goals/goal-edit-page').then((chunk) => chunk.GoalEditPage)),
  at('/journal', () => import('@/features/journal/journal-page').then((chunk) => chunk.JournalPage)),
  at('/journal/new', () =>
    import('@/features/journal/journal-today-page').then((chunk) => chunk.JournalTodayPage),
  ),
  at('/journal/edit/:id', () =>
    import('@/features/journal/journal-edit-page').then((chunk) => chunk.JournalEditPage),
  ),
  at('/voice', () => import('@/features/voice/voice-page').then((chunk) => chunk.VoicePage)),
  at('/progress', () => import('@/features/analytics/progress-page').then((chunk) => chunk.ProgressPage)),
  at('/settings', () => import('./settings-page').then((chunk) => chunk.SettingsPage)),
]

const landing = lazyScreen(() => import('@/features/auth/landing-page').then((chunk) => chunk.LandingPage))
const notFound = lazyScreen(() => import('./not-found-page').then((chunk) => chunk.NotFoundPage))
export const LandingPage = landing.Page
export const NotFoundPage = notFound.Page

const isKnown = (path: string) => (route: ScreenRoute) => {
  const [beforeId = ''] = route.path.split(':')
  return beforeId === route.path ? route.path === path : path.startsWith(beforeId)
}

/** Fetches the code of a path's screen ahead; of every screen the path could show. A failure shows when it is opened. */
export async function prefetchScreens(path: string) {
  const wanted: LazyScreen[] = [screens.find(isKnown(path)) ?? notFound]
  if (path === '/') wanted.push(landing)
  await Promise.allSettled(wanted.map((screen) => screen.prefetch()))
}

/** The same for somebody who is not signed in. */
export async function prefetchVisitorScreens(path: string) {
  const screen = path === '/' ? landing : notFound
  await Promise.allSettled([screen.prefetch()])
}

onPrefetch(prefetchScreens)

/** One after the other, so that they do not get in the way of what is being looked at. */
export async function prefetchOtherScreens() {
  for (const screen of screens) {
    if (screen.isFetchedWhenIdle) await screen.prefetch().catch(() => {})
  }
}
