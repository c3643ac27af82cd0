import { ApiError, messageOf } from '@/lib/api/api'
import { deviceStore, storedValues } from '@/lib/device/device-store'
import { saveVersion, type Save, type Version } from './save'

/** Replaces a stored save for a day after its end, so that another window that has read the save does not send it again. */
export type Settled = {
  version: number
  storeKey: string
  settledAt: number
  /** Nothing if the server has accepted it. */
  refusal?: { status: number; text: string }
  /** A later save of the same form has taken its place. */
  isReplaced?: boolean
}
const settledForMs = 86_400_000

const prefix = 'outbox:'
const storeKeyOf = ({ kind, id }: SaveId) => `${prefix}${kind}:${id}`
export type SaveId = Pick<Save, 'kind' | 'id' | 'userId'>

/** Of saves that were stored before they had a version, by pages that take every row with it for theirs. */
const firstPrefix = 'waiting:'
const firstKeyOf = ({ kind, id }: SaveId) => `${firstPrefix}${kind}:${id}`
type FirstSave = Omit<Save<{ moodIsChosen?: boolean; mood?: string }>, 'version' | 'base'> & {
  loaded?: Version
}

const isSave = <S extends object>(row: S | Settled): row is S => 'id' in row

/** The saves of all users that wait on this device to be sent; undefined if there is no IndexedDB, or it fails. */
export async function savesOnDevice() {
  const rows = await storedValues<Save | Settled>(prefix)
  const first = await storedValues<FirstSave | Settled>(firstPrefix)
  return rows && first && [...rows.filter(isSave), ...first.filter(isSave<FirstSave>)]
}

/** The waiting saves of one user, oldest first. */
export async function savesOf(userId: string): Promise<Save[]> {
  await takeOver(userId)
  const store = deviceStore(userId)
  const rows = await store.all<Save | Settled>(prefix)
  for (const row of rows)
    if (!isSave(row) && row.settledAt < Date.now() - settledForMs) void store.remove(row.storeKey)
  return rows
    .filter(isSave<Save>)
    .filter(({ version }) => version === saveVersion)
    .map(withMoodChosen)
    .sort((a, b) => a.savedAt - b.savedAt)
}

/** Earlier pages did not store whether the mood of the entry was chosen that they had loaded: as `isMoodChosen`, which every screen would load with this. */
function withMoodChosen(save: Save): Save {
  const base: (Version & { mood?: string; moodChosen?: boolean }) | undefined = save.base
  if (!base || !('mood' in base)) return save
  const known = { moodChosen: base.mood !== 'neutral', ...base }
  return { ...save, base: known }
}

/** Stores the saves of earlier pages as those of this version, and leaves a marker for such pages that are still open. */
async function takeOver(userId: string) {
  const store = deviceStore(userId)
  for (const first of (await store.all<FirstSave | Settled>(firstPrefix)).filter(isSave<FirstSave>))
    if (await keepSave(ofThisVersion(first)))
      await put(first.userId, firstKeyOf(first), { settledAt: Date.now() })
}

function ofThisVersion({ loaded, ...save }: FirstSave): Save {
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

export function settle(save: SaveId, how: 'sent' | 'replaced' | Error) {
  const ending: Partial<Settled> = { isReplaced: how === 'replaced' || undefined }
  if (how instanceof ApiError) ending.refusal = { status: how.status, text: JSON.stringify(how.body) ?? '' }
  else if (how instanceof Error)
    ending.refusal = { status: 500, text: JSON.stringify({ message: messageOf(how) }) }
  return put(save.userId, storeKeyOf(save), { ...ending, settledAt: Date.now() })
}

async function put(userId: string, storeKey: string, ending: Omit<Settled, 'version' | 'storeKey'>) {
  const store = deviceStore(userId)
  const settled: Settled = { version: saveVersion, storeKey, ...ending }
  // Without room for the marker, the save must not stay.
  if (!(await store.set(storeKey, settled))) await store.remove(storeKey)
}

/** How the save ended, if it has, in this or another window. */
export async function settledOf(save: SaveId): Promise<Settled | undefined> {
  const stored = await deviceStore(save.userId).get<Save | Settled>(storeKeyOf(save))
  return stored && !isSave<Save>(stored) ? stored : undefined
}

export const outcomeOf = ({ refusal }: Settled) =>
  refusal ? { error: new ApiError(refusal.status, refusal.text) } : { row: null }
