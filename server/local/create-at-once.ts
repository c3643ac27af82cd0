import { mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'

const mark = '.new-'

/**
 * Makes `folder` in one step out of what `fill` put into a sibling, so that nobody ever meets half of it. Of two that
 * try at the same time one wins, and both succeed; `exists` tells whether the folder is there in full.
 */
export async function createAtOnce(
  folder: string,
  exists: () => boolean,
  fill: (staging: string) => Promise<void>,
) {
  const staging = await mkdtemp(folder + mark)
  try {
    await fill(staging)
    await rename(staging, folder)
  } catch (error) {
    if (!exists()) throw error
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

/** Removes what killed processes left half made in `parent`. */
export async function removeHalfMade(parent: string) {
  const halfMade = (await readdir(parent)).filter(
    (name) => name.startsWith('postgres') && name.includes(mark),
  )
  // The initdb of a killed process may write on for a moment: then the next start removes its folder.
  await Promise.allSettled(
    halfMade.map((name) => rm(path.join(parent, name), { recursive: true, force: true })),
  )
}
