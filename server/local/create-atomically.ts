import { mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'

const stagingSuffix = '.new-'

/**
 * Creates `folder` by filling a sibling and renaming it, so that it never exists half filled. Of two concurrent calls one
 * renames and both succeed; `exists` tells whether the folder is complete.
 */
export async function createAtomically(
  folder: string,
  exists: () => boolean,
  fill: (staging: string) => Promise<void>,
) {
  const staging = await mkdtemp(folder + stagingSuffix)
  try {
    await fill(staging)
    await rename(staging, folder)
  } catch (error) {
    if (!exists()) throw error
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

/** Removes the staging folders that killed processes left in `parent`. */
export async function removeIncomplete(parent: string) {
  const incomplete = (await readdir(parent)).filter(
    (name) => name.startsWith('postgres') && name.includes(stagingSuffix),
  )
  // The initdb of a killed process may still be writing; the next start then removes its folder.
  await Promise.allSettled(
    incomplete.map((name) => rm(path.join(parent, name), { recursive: true, force: true })),
  )
}
