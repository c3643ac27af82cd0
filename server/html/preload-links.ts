import type { AppEndpoints } from '@shared/api'
import { isAt, landing, screens } from '@shared/screens'

/** The path of an endpoint that is read, with a query if need be. */
type Path = keyof AppEndpoints extends infer N ? (N extends `GET ${infer P}` ? P : never) : never
type Screen = { path: string; source: string; reads?: (Path | `${Path}?${string}`)[] }

/** Vite's manifest of the built chunks (dist/client/.vite/manifest.json), by source file. */
export type Manifest = Record<string, { file: string; imports?: string[] }>

/**
 * The `Link` header for a path: preloads the code and data of its screen that index.html does not load. Otherwise the
 * browser would request the code only after the app has started, and the data after that.
 */
export function preloadLinks(manifest: Manifest): (url: string, hasSession: boolean) => string | undefined {
  const named = chunksOf(manifest, 'index.html')
  const code = (sources: string[]) =>
    [...new Set(sources.flatMap((source) => [...chunksOf(manifest, source)]))]
      .filter((source) => !named.has(source))
      .map((source) => `</${manifest[source]?.file}>; rel=modulepreload; crossorigin`)
  // The attributes must match the request of client/src/lib/api/api.ts, or the browser sends it twice.
  const answers = (urls: string[], id = '') =>
    urls
      .map((url) => url.replace(':id', id))
      .map((url) => `<${url}>; rel=preload; as=fetch; crossorigin=use-credentials`)
  const linksOf = new Map(
    screens.map(({ path, source, reads = [] }: Screen) => [
      path,
      { code: [...code([source]), ...answers(['/api/auth/user'])], reads },
    ]),
  )
  const landingLinks = code([landing.source]).join(', ')
  return (url, hasSession) => {
    const [path = '', query] = url.split('?')
    if (!hasSession) return path === landing.path ? landingLinks : undefined
    const screen = screens.find((screen) => isAt(screen, path))
    const links = screen && linksOf.get(screen.path)
    if (!links) return undefined
    const id = /\/([\w-]+)$/.exec(path)?.[1]
    // A query may choose what the screen reads, such as another month.
    const reads = query ? [] : links.reads.filter((read) => id || !read.includes(':id'))
    return [...links.code, ...answers(reads, id)].join(', ')
  }
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
