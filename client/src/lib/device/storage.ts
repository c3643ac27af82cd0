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

/** What a talk left behind, with the user's id; of this window only. */
export const receiptPrefix = 'lisa:receipt:'

/** Removes what talks left behind, but for `keptKey`. */
export function clearReceipts(keptKey?: string) {
  const keys = attempt(() => Object.keys(sessionStorage)) ?? []
  for (const key of keys)
    if (key.startsWith(receiptPrefix) && key !== keptKey) attempt(() => sessionStorage.removeItem(key))
}

/** For signing out. */
export function clearDrafts() {
  for (const key of keysWith(draftPrefix)) attempt(() => localStorage.removeItem(key))
  clearReceipts()
}
