type Together<T> = { [K in keyof T]-?: NonNullable<T[K]> }

/** The group with all its settings, or undefined; env.ts refuses halves. */
export function together<T extends Record<string, string | undefined>>(group: T): Together<T> | undefined {
  return Object.values(group).every(Boolean) ? (group as Together<T>) : undefined
}
