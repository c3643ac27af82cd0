/** Hides what `oidc-provider` says to the console about its runtime and its settings; its errors are thrown. */
export async function withoutWarnings<T>(work: () => Promise<T>): Promise<T> {
  const { warn } = console
  const filtered = (...args: unknown[]) => {
    if (!String(args[0]).includes('oidc-provider WARNING')) warn(...args)
  }
  Object.assign(console, { warn: filtered })
  try {
    return await work()
  } finally {
    Object.assign(console, { warn })
  }
}
