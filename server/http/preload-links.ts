/** What the build says of its chunks (dist/client/.vite/manifest.json), by source. */
export type Manifest = Record<string, { file: string; imports?: string[] }>

const landing = 'src/features/auth/landing-page.tsx'

/** Of each path the screens, and what these ask the API for at once. The client's table of routes has the same paths; it cannot be read without running it. */
export const screens: [path: RegExp, sources: string[], data?: string[]][] = [
  [/^\/$/, ['src/app/home-page.tsx', landing], ['/api/analytics/monthly-goals']],
  [/^\/goals$/, ['src/features/goals/goals-page.tsx'], ['/api/goals']],
  [/^\/goals\/new$/, ['src/features/goals/goal-new-page.tsx']],
  [/^\/goals\/edit\/[^/]+$/, ['src/features/goals/goal-edit-page.tsx']],
  [/^\/journal$/, ['src/features/journal/journal-page.tsx'], ['/api/journal-entries?limit=30']],
  [/^\/journal\/new$/, ['src/features/journal/journal-today-page.tsx']],
  [/^\/journal\/edit\/[^/]+$/, ['src/features/journal/journal-edit-page.tsx']],
  [/^\/voice$/, ['src/features/voice/voice-page.tsx']],
  [
    /^\/progress$/,
    ['src/features/analytics/progress-page.tsx'],
    ['/api/analytics/streak', '/api/analytics/weekly-count'],
  ],
  [
    /^\/settings$/,
    ['src/app/settings-page.tsx'],
    ['/api/reminder-settings', '/api/reminder-deliveries/latest'],
  ],
]

/**
 * For the `Link` header of the page: what the path's screen needs beyond what index.html names itself. Without it the
 * browser would hear of the screen's code only when the app has arrived and runs, and of its data later still.
 */
export function preloadLinks(manifest: Manifest): (path: string, isSignedIn: boolean) => string | undefined {
  const named = chunksOf(manifest, 'index.html')
  const code = (sources: string[]) =>
    [...new Set(sources.flatMap((source) => [...chunksOf(manifest, source)]))]
      .filter((source) => !named.has(source))
      .map((source) => `</${manifest[source]?.file}>; rel=modulepreload; crossorigin`)
  // The attributes have to fit the app's own request (client/src/lib/api.ts), or the browser would ask twice.
  const answers = (urls: string[]) =>
    urls.map((url) => `<${url}>; rel=preload; as=fetch; crossorigin=use-credentials`)
  const links = screens.map(([, sources, data = []]) =>
    [...code(sources), ...answers(['/api/auth/user', ...data])].join(', '),
  )
  const landingLinks = code([landing]).join(', ')
  return (path, isSignedIn) =>
    isSignedIn
      ? links[screens.findIndex(([screen]) => screen.test(path))]
      : path === '/'
        ? landingLinks
        : undefined
}

/** The chunk of `source` and every chunk that it imports before it can run. */
export function chunksOf(manifest: Manifest, source: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[source]
  if (chunk && !found.has(source)) {
    found.add(source)
    for (const imported of chunk.imports ?? []) chunksOf(manifest, imported, found)
  }
  return found
}
