import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { StartupError } from '../startup-error'
import { makeDataDir } from './postgres-folder'

const secrets = z.object({ session: z.string().min(32), jwt: z.string().min(32) })

/** The secrets of the local mode, generated once and stored, so that sessions survive a restart. */
export function localSecrets(dataDir: string): z.infer<typeof secrets> {
  const file = path.join(dataDir, 'secrets.json')
  if (!existsSync(file)) create(file)
  const content = readFileSync(file, 'utf8')
  try {
    return secrets.parse(JSON.parse(content))
  } catch {
    throw new StartupError(`The file ${file} is damaged: remove it (everyone then has to sign in again).`)
  }
}

function create(file: string) {
  makeDataDir(path.dirname(file))
  const draft = `${file}.${process.pid}`
  const random = () => randomBytes(32).toString('base64url')
  writeFileSync(draft, JSON.stringify({ session: random(), jwt: random() }), { mode: 0o600, flush: true })
  try {
    // Unlike a rename, a link never replaces secrets that a concurrent start has just created.
    linkSync(draft, file)
  } catch (error) {
    if (!existsSync(file)) throw error
  } finally {
    rmSync(draft)
  }
}
