import { isOverFor } from '@/lib/api/page-user'
import { attempt, draftPrefix, keysWith } from '@/lib/device/storage'

/**
 * Unsaved text of one form. `base` is the `updatedAt` of the row that the form was filled from, if any; `reason` says
 * why the server refused to save it; `typedOn` is the key of the waiting save that the form was opened with; `isPut` says that
 * its words were put there, and nothing was typed since; `proposals` are those whose words it holds.
 */
export type Draft<T> = {
  values: T
  savedAt: number
  base?: string
  reason?: string
  typedOn?: string
  isPut?: boolean
  proposals?: string[]
}

type StoredDraft<T> = Draft<T> & { adopted?: { key: string; savedAt: number } }

/** `savedAt` is now, if it is not given. */
export type WriteOptions = Partial<Omit<Draft<unknown>, 'values' | 'base'>>

const tabKey = 'lisa:tab'

/**
 * The draft of one subject (an entry's day, a goal's id, 'new') of one user. Each window writes under its own key,
 * so two windows never overwrite each other; a window without a draft of its own adopts the newest of the others.
 */
export function draftOf<T>(userId: string, kind: string, subject: string, owner = tabId()) {
  const shared = `${draftPrefix}${userId}:${kind}:${subject}:`
  const own = shared + owner
  let adopted: StoredDraft<T>['adopted']

  return {
    /** Of drafts of other windows, only one that `isWanted` is adopted. */
    read(isWanted: (draft: Draft<T>) => boolean = () => true): Draft<T> | undefined {
      const mine = readItem<T>(own)
      if (mine) {
        adopted = mine.adopted
        return mine
      }
      const [newest] = keysWith(shared)
        .flatMap((key) => ({ key, draft: readItem<T>(key) }))
        .filter((other): other is { key: string; draft: StoredDraft<T> } => other.draft !== undefined)
        .filter(({ draft }) => isWanted(draft))
        .sort((a, b) => b.draft.savedAt - a.draft.savedAt)
      adopted = newest && { key: newest.key, savedAt: newest.draft.savedAt }
      return newest?.draft
    },

    /** Returns whether the draft was stored: the browser's storage may be full. */
    write(values: T, base?: string, { savedAt = Date.now(), ...more }: WriteOptions = {}): boolean {
      if (isOverFor(userId)) return false
      const draft: StoredDraft<T> = { values, savedAt, base, ...more, adopted }
      return attempt(() => localStorage.setItem(own, JSON.stringify(draft)) ?? true) ?? false
    },

    /** Keeps the adopted draft if its own window has changed it since. */
    remove() {
      const origin = readItem<T>(own)?.adopted ?? adopted
      attempt(() => localStorage.removeItem(own))
      if (origin && readItem<T>(origin.key)?.savedAt === origin.savedAt) {
        attempt(() => localStorage.removeItem(origin.key))
      }
      adopted = undefined
    },
  }
}

/** Gives the drafts of a subject to another one, such as those of a new row to the row that was created. */
export function moveDrafts(userId: string, kind: string, from: string, to: string) {
  const start = `${draftPrefix}${userId}:${kind}:`
  for (const key of keysWith(`${start}${from}:`))
    attempt(() => {
      localStorage.setItem(
        `${start}${to}:${key.slice(start.length + from.length + 1)}`,
        localStorage.getItem(key) ?? '',
      )
      localStorage.removeItem(key)
    })
}

/** What this browser keeps drafts of, the one typed last first. */
export function subjectsOfDrafts(userId: string, kind: string): string[] {
  const start = `${draftPrefix}${userId}:${kind}:`
  const drafts = keysWith(start).map((key) => ({
    subject: key.slice(start.length).split(':')[0] ?? '',
    savedAt: readItem(key)?.savedAt ?? 0,
  }))
  return [...new Set(drafts.sort((a, b) => b.savedAt - a.savedAt).map(({ subject }) => subject))]
}

/**
 * Removes what any window keeps of a row that is deleted; text that was typed where there was no row stays.
 * Returns what puts it back, where nothing was typed since.
 */
export function removeDraftsOfRow(userId: string, kind: string, subject: string): () => void {
  const removed = keysWith(`${draftPrefix}${userId}:${kind}:${subject}:`)
    .filter((key) => readItem(key)?.base)
    .map((key) => [key, localStorage.getItem(key) ?? ''] as const)
  for (const [key] of removed) attempt(() => localStorage.removeItem(key))
  return () => {
    if (isOverFor(userId)) return
    for (const [key, draft] of removed) if (!readItem(key)) attempt(() => localStorage.setItem(key, draft))
  }
}

let tab: string | undefined

/**
 * Duplicating a window copies its sessionStorage, so the id is removed while the document is open and written back on
 * pagehide: a reload finds its id again, a duplicate finds none and creates one.
 */
function tabId(): string {
  if (tab) return tab
  tab = attempt(() => sessionStorage.getItem(tabKey)) ?? Math.random().toString(36).slice(2)
  attempt(() => sessionStorage.removeItem(tabKey))
  return tab
}

window.addEventListener('pagehide', () => {
  const id = tab
  if (id) attempt(() => sessionStorage.setItem(tabKey, id))
})
window.addEventListener('pageshow', (event) => {
  if (event.persisted) attempt(() => sessionStorage.removeItem(tabKey))
})

function readItem<T>(key: string): StoredDraft<T> | undefined {
  const draft = attempt(() => JSON.parse(localStorage.getItem(key) ?? 'null'))
  return draft && typeof draft === 'object' && 'values' in draft && typeof draft.savedAt === 'number'
    ? draft
    : undefined
}
