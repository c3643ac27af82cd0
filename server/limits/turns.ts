type Line = { running: number; waiting: (() => void)[] }

/** Runs at most `atOnce` tasks of one key at a time; `waiting` more wait in line, and `refuse` throws for the rest. */
export function createTurns({ atOnce, waiting }: { atOnce: number; waiting: number }, refuse: () => never) {
  const lines = new Map<string, Line>()
  return async <T>(key: string, task: () => Promise<T>): Promise<T> => {
    const line = lines.get(key) ?? { running: 0, waiting: [] }
    lines.set(key, line)
    if (line.running < atOnce) line.running++
    else if (line.waiting.length >= waiting) refuse()
    else await new Promise<void>((resolve) => line.waiting.push(resolve))
    try {
      return await task()
    } finally {
      // The next in line takes the place over, so `running` stays as it is.
      const next = line.waiting.shift()
      if (next) next()
      else if (--line.running === 0) lines.delete(key)
    }
  }
}
