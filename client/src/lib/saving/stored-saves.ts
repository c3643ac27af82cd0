import { ApiError } from '@/lib/api/api'
import { deviceStore, storedValues } from '@/lib/device/device-store'
import { saveVersion, type Save, type Version } from './save'

/** Replaces a stored save for a day after its end, so that another window that has read the save does not send it again. */
type Settled = {
  version: number
  storeKey: string
  settledAt: number
  refusal?: { status: number; text: string }
}
const settledForMs = 86_400_000

const waiting = 'waiting:'
const storeKeyOf = ({ kind, id }: Save) => `${waiting}${kind}:${id}`
const isSave = (row: Save | Settled): row is Save => 'id' in row

/** The saves of all users that wait on this device to be sent; undefined if there is no IndexedDB, or it fails. */
export const savesOnDevice = async () => (await storedValues<Save | Settled>(waiting))?.filter(isSave)

/** The waiting saves of one user, oldest first. */
export async function savesOf(userId: string): Promise<Save[]> {
  const store = deviceStore(userId)
  const rows = await store.all<Save | Settled>(waiting)
  for (const row of rows)
    if (!isSave(row) && row.settledAt < Date.now() - settledForMs) void store.remove(row.storeKey)
  return rows
    .filter(isSave)
    .map(ofThisVersion)
    .filter(({ version }) => version === saveVersion)
    .sort((a, b) => a.savedAt - b.savedAt)
}

/** Saves that were stored before they had a version. */
type FirstSave = Omit<Save<{ moodIsChosen?: boolean; mood?: string }>, 'version' | 'base'> & {
  version?: undefined
  loaded?: Version
}

function ofThisVersion(stored: Save | FirstSave): Save {
  if (stored.version !== undefined) return stored
  const { loaded, ...save } = stored
  const withoutMark = ({ moodIsChosen, mood, ...values }: FirstSave['values']) =>
    // A mood that was not chosen is left out now; that of a changed entry is the entry's own.
    mood === undefined || (moodIsChosen === false && !loaded) ? values : { ...values, mood }
  return {
    ...save,
    version: saveVersion,
    values: withoutMark(save.values),
    base: loaded,
    seen: save.seen.map(withoutMark),
  }
}

/** Stores a save; resolves with whether this device has it now. */
export const keepSave = (save: Save) => deviceStore(save.userId).set(storeKeyOf(save), save)

export function settle(save: Save, error?: Error) {
  const refusal =
    error instanceof ApiError ? { status: error.status, text: JSON.stringify(error.body) ?? '' } : undefined
  const storeKey = storeKeyOf(save)
  const settled: Settled = { version: saveVersion, storeKey, settledAt: Date.now(), refusal }
  return deviceStore(save.userId).set(storeKey, settled)
}

/** How the save ended, if it has, in this or another window. */
export async function settledOf(save: Pick<Save, 'kind' | 'id' | 'userId'>): Promise<Settled | undefined> {
  const stored = await deviceStore(save.userId).get<Save | Settled>(storeKeyOf(save as Save))
  return stored && !isSave(stored) ? stored : undefined
}
