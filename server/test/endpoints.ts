import type { Express, Router } from 'express'

type Layer = Router['stack'][number] & { rawPath: string | string[] }

/** Every endpoint under /api, read from the app itself, so that a new one is found without anyone thinking of it. */
export function endpointsOf(app: Express): string[] {
  const found = new Set<string>()
  const walk = (router: Router, prefix: string) => {
    for (const layer of router.stack as Layer[]) {
      const inner = layer.handle as unknown as Router & { endpoints?: string[] }
      for (const endpoint of inner.endpoints ?? []) found.add(endpoint)
      const methods = Object.keys((layer.route as unknown as { methods: object })?.methods ?? {})
      for (const path of [layer.route?.path ?? layer.rawPath].flat() as string[]) {
        for (const method of methods) found.add(`${method.toUpperCase()} ${prefix}${path}`)
        if (!layer.route && inner.stack) walk(inner, prefix + path.replace(/^\/$/, ''))
      }
    }
  }
  walk(app.router as Router, '')
  return [...found].filter((endpoint) => /^(GET|POST|PUT|PATCH|DELETE) \/api\//.test(endpoint)).sort()
}
