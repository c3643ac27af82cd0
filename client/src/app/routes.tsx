import type { ComponentType } from 'react'
import { isAt, landing, notFound, screens as allScreens } from '@shared/screens'
import { onPrefetch } from '@/lib/screen/prefetch'
import { lazyScreen, type LazyScreen } from './lazy-screen'

const modules = import.meta.glob<Record<string, ComponentType>>('./src/**/*-page.tsx', { base: '../..' })

async function load(source: string): Promise<ComponentType> {
  const chunk = (await modules[`./${source}`]?.()) ?? {}
  // The build may let a chunk export more than its module does.
  const Page = Object.entries(chunk).find(([name]) => name.endsWith('Page'))?.[1]
  if (!Page) throw new Error(`${source} exports no screen`)
  return Page
}

const withCode = <S extends { source: string }>(screen: S) => ({
  ...screen,
  ...lazyScreen(() => load(screen.source)),
})

export const screens = allScreens.map(withCode)
const landingScreen = withCode(landing)
const notFoundScreen = withCode(notFound)
export const LandingPage = landingScreen.Page
export const NotFoundPage = notFoundScreen.Page

/** Fetches the code of a path's screen ahead. A failure shows when it is opened. */
export const prefetchCode = (path: string) =>
  prefetch(screens.find((screen) => isAt(screen, path)) ?? notFoundScreen)

/** The same for somebody who is not signed in. */
export const prefetchVisitorCode = (path: string) =>
  prefetch(path === landing.path ? landingScreen : notFoundScreen)

const prefetch = (screen: LazyScreen) => screen.prefetch().catch(() => {})

onPrefetch(prefetchCode)

/** One after the other, so that they do not get in the way of what is being looked at. */
export async function prefetchOtherScreens() {
  for (const screen of screens) await prefetch(screen)
}
