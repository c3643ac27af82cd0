import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A data folder, for as long as it is not removed; PostgreSQL, which may run as another user, can reach it. */
export async function temporaryDataDir() {
  const folder = await mkdtemp(path.join(tmpdir(), 'lisa-test-'))
  await chmod(folder, 0o755)
  // A PostgreSQL that was killed is still writing for a moment.
  return { folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 20 }) }
}
