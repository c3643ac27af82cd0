/** Matches a method and path against patterns such as `GET /api/goals/:id`, with the values of the path parameters. */
export function lookUp<Entry extends { path: string }>(
  entries: Entry[],
): (method: string, path: string) => { entry: Entry; values?: Record<string, string> } | undefined {
  const whole = new Map(entries.map((entry) => [entry.path, { entry }]))
  const plain = (path: string) => path.toLowerCase().replace(/\/$/, '')
  const patterns = entries
    .filter(({ path }) => path.includes(':'))
    .map((entry) => ({
      entry,
      pattern: new RegExp(`^${entry.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`, 'i'),
    }))
  return (method, path) => {
    const key = `${method} ${path}`
    const found = whole.get(key) ?? whole.get(`${method} ${plain(path)}`)
    if (found) return found
    for (const { entry, pattern } of patterns) {
      const values = pattern.exec(key)?.groups
      if (values) return { entry, values }
    }
    return undefined
  }
}
