import { api } from '@shared/api'
import type { Endpoint } from '@shared/endpoint'

/**
 * Finds what a path stands for, such as `/api/goals/:id`: what each of its methods does, and the values of the path
 * parameters. A path without parameters comes first, for all methods.
 */
export function lookUp<Entry extends { path: string }>(
  entries: Entry[],
): (path: string) => { methods: Map<string, Entry>; values?: Record<string, string> } | undefined {
  const byPath = new Map<string, Map<string, Entry>>()
  for (const entry of entries) {
    const [method = '', path = ''] = entry.path.split(' ')
    byPath.set(path, (byPath.get(path) ?? new Map<string, Entry>()).set(method, entry))
  }
  const whole = new Map([...byPath].filter(([path]) => !path.includes(':')))
  const plain = (path: string) => path.toLowerCase().replace(/\/$/, '')
  const patterns = [...byPath]
    .filter(([path]) => path.includes(':'))
    .map(([path, methods]) => ({
      methods,
      pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`, 'i'),
    }))
  return (path) => {
    const methods = whole.get(path) ?? whole.get(plain(path))
    if (methods) return { methods }
    for (const { methods, pattern } of patterns) {
      const values = pattern.exec(path)?.groups
      if (values) return { methods, values }
    }
    return undefined
  }
}

/** Every declared endpoint with what opens it, and a second time with the path that a token opens. */
export const declared = api.flatMap(({ endpoints }) =>
  Object.entries<Endpoint>(endpoints).flatMap(([path, endpoint]) => [
    { path, door: doorOf(endpoint) },
    ...(endpoint.token ? [{ path: path.replace(/ .*/, ` ${endpoint.token}`), door: 'token' as const }] : []),
  ]),
)

function doorOf({ open, bearer, assistant }: Endpoint): 'open' | 'session' | 'token' | 'assistant' {
  if (open) return 'open'
  if (assistant) return 'assistant'
  return bearer ? 'token' : 'session'
}
