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

/** The draft in which what was said and saved in the last talk is kept, and for how long. */
export const lastTalk = { kind: 'talk', subject: 'last', keptForMs: 86_400_000 }

/** Removes what is kept of talks, but for what was kept of the user `keptOf` in the last day. */
export function clearTalks(keptOf?: string) {
  for (const key of keysWith(draftPrefix)) {
    const [owner, kind, subject] = key.slice(draftPrefix.length).split(':')
    if (kind !== lastTalk.kind || subject !== lastTalk.subject) continue
    const savedAt = attempt(() => Number(JSON.parse(localStorage.getItem(key) ?? '').savedAt)) ?? 0
    if (owner === keptOf && savedAt > Date.now() - lastTalk.keptForMs) continue
    attempt(() => localStorage.removeItem(key))
  }
}

/** For signing out. */
export function clearDrafts() {
  for (const key of keysWith(draftPrefix)) attempt(() => localStorage.removeItem(key))
  // Pages of an earlier version have kept talks there.
  attempt(() => sessionStorage.clear())
}
