import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { StartupError } from '../../startup-error'
import { restoreBackup } from './restore-backup'
import { writeBackup } from './write-backup'

/** A command that runs instead of the server. `run` resolves with a sentence that says what was done. */
export type DatabaseCommand = { isReading: boolean; run: (pool: pg.Pool) => Promise<string> }

/** The command of `npm run export` or `npm run import`; undefined if `args` hold neither. */
export function backupCommand(args: string[]): DatabaseCommand | undefined {
  const at = args.findIndex((arg) => arg === '--export' || arg === '--import')
  if (at < 0) return undefined
  const isReading = args[at] === '--export'
  const given = args[at + 1]
  if (!given)
    throw new StartupError(
      isReading
        ? 'Say where to write to: npm run export -- <folder or file>'
        : 'Say what to read: npm run import -- <file>',
    )
  const run = isReading ? writeTo : restoreFrom
  return { isReading, run: (pool) => run(pool, path.resolve(given)) }
}

async function writeTo(pool: pg.Pool, target: string): Promise<string> {
  const now = new Date()
  const name = `lisa-backup-${now.toISOString().slice(0, 19).replaceAll(':', '')}Z.jsonl.gz`
  const isFolder = statSync(target, { throwIfNoEntry: false })?.isDirectory()
  const file = isFolder ? path.join(target, name) : target
  if (existsSync(file)) throw new StartupError(`${file} exists already: name another file, or a folder.`)
  return `Exported ${summaryOf(await writeBackup(pool, file, now))} to ${file}`
}

const restoreFrom = async (pool: pg.Pool, file: string) =>
  `Imported ${summaryOf(await restoreBackup(pool, file))}. Everybody has to sign in again.`

const summaryOf = ({ users = 0, journal_entries: entries = 0 }: Record<string, number>) =>
  `everything of ${users} ${users === 1 ? 'user' : 'users'} (${entries} journal entries)`
