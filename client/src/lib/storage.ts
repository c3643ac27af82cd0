/** For the browser's storage, which may be full or blocked; everything else must still work. */
export function attempt<R>(action: () => R): R | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}

export const draftPrefix = 'lisa:draft:'

export const keysWith = (start: string): string[] =>
  attempt(() => Object.keys(localStorage).filter((key) => key.startsWith(start))) ?? []

/** For signing out. */
export function clearDrafts() {
  for (const key of keysWith(draftPrefix)) attempt(() => localStorage.removeItem(key))
}
