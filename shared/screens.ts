import { parse } from 'regexparam'

type Screen<Path extends string = string, Read extends string = string> = {
  /** A pattern of wouter. */
  path: Path
  /** The module that exports its component, a `…Page`; named as in the build's manifest. */
  source: `src/${string}-page.tsx`
  /**
   * What it asks the API for at once, besides who is signed in, where its address has no query; for preload-links.ts, which
   * takes declared endpoints only. Not what code that loads later asks for: if the user has left by then, the browser gives
   * this early answer to the next screen that asks, however late.
   */
  reads?: Read[]
}

const screensOf = <Path extends string, Read extends string>(...screens: Screen<Path, Read>[]) => screens

/** Every screen of the signed-in app, the only place that lists them. */
export const screens = screensOf(
  { path: '/', source: 'src/app/home-page.tsx', reads: ['/api/analytics/monthly-goals', '/api/goals'] },
  { path: '/goals', source: 'src/features/goals/goals-page.tsx', reads: ['/api/goals'] },
  { path: '/goals/new', source: 'src/features/goals/goal-new-page.tsx', reads: ['/api/goals'] },
  {
    path: '/goals/edit/:id',
    source: 'src/features/goals/goal-edit-page.tsx',
    reads: ['/api/goals/:id', '/api/goals'],
  },
  {
    path: '/journal',
    source: 'src/features/journal/journal-page.tsx',
    reads: ['/api/journal-entries?limit=30', '/api/journal-entries/months'],
  },
  { path: '/journal/new', source: 'src/features/journal/journal-today-page.tsx', reads: ['/api/goals'] },
  {
    path: '/journal/edit/:id',
    source: 'src/features/journal/journal-edit-page.tsx',
    reads: ['/api/journal-entries/:id', '/api/goals'],
  },
  {
    path: '/progress',
    source: 'src/features/analytics/progress-page.tsx',
    // All that it reads depends on the browser's clock.
    reads: [],
  },
  {
    path: '/settings',
    source: 'src/app/settings-page.tsx',
    reads: [
      '/api/reminder-settings',
      '/api/reminder-deliveries/latest',
      '/api/phone-confirmation',
      '/api/push-key',
      '/api/push-devices',
    ],
  },
  {
    path: '/voice',
    source: 'src/features/voice/voice-page.tsx',
    reads: ['/api/ai-settings', '/api/voice/help', '/api/talks/memory'],
  },
)

export type ScreenPath = (typeof screens)[number]['path']

/** What `/` shows to somebody who is not signed in. */
export const landing: Screen = {
  path: '/',
  source: 'src/features/auth/landing-page.tsx',
}

/** What any path shows that has no screen. */
export const notFound: Screen = { path: '*', source: 'src/app/not-found-page.tsx' }

/** Ends the address of a screen to which the service worker led without the server, which would have checked who is signed in. */
export const ofLink = '?link'

export const isAt = (screen: Screen, path: string) => parse(screen.path).pattern.test(path)
