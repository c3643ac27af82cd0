import { ApiError } from './api'
import { deviceStore, storedValues } from './device-store'
import type { Save } from './pending-saves'

/** Replaces a stored save for a day after its end, so that another window that has read the save does not send it again. */
type Settled = { storeKey: string; settledAt: number; refusal?: { status: number; text: string } }
const settledForMs = 86_400_000

const waiting = 'waiting:'
const storeKeyOf = ({ kind, id }: Save) => `${waiting}${kind}:${id}`
const isSave = (row: Save | Settled): row is Save => 'id' in row

/** The saves of all users that wait on this device to be sent; undefined if there is no IndexedDB, or it fails. */
export const savesOnDevice = async () => (await storedValues<Save | Settled>(waiting))?.filter(isSave)

/** The waiting saves of one user and kind, oldest first. */
export async function savesOf(userId: string, kind: string): Promise<Save[]> {
  const store = deviceStore(userId)
  const rows = await store.all<Save | Settled>(`${waiting}${kind}:`)
  for (const row of rows)
    if (!isSave(row) && row.settledAt < Date.now() - settledForMs) void store.remove(row.storeKey)
  return rows.filter(isSave).sort((a, b) => a.savedAt - b.savedAt)
}

/** Stores a save; resolves with whether this device has it now. */
export const keepSave = (save: Save) => deviceStore(save.userId).set(storeKeyOf(save), save)

export function settle(save: Save, error?: Error) {
  const refusal =
    error instanceof ApiError ? { status: error.status, text: JSON.stringify(error.body) ?? '' } : undefined
  const settled: Settled = { storeKey: storeKeyOf(save), settledAt: Date.now(), refusal }
  return deviceStore(save.userId).set(settled.storeKey, settled)
}

/** How the save ended, if it has, in another window. */
export async function settledOf(save: Save): Promise<Settled | undefined> {
  const stored = await deviceStore(save.userId).get<Save | Settled>(storeKeyOf(save))
  return stored && !isSave(stored) ? stored : undefined
}
