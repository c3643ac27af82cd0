import { readFileSync } from 'node:fs'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { migrateDatabase } from '../db/migrate'
import { root } from '../root'

type Journal = { entries: { tag: string }[] }
const journal = JSON.parse(readFileSync(path.join(root, 'migrations/meta/_journal.json'), 'utf8')) as Journal

/** The names of all migrations, oldest first. */
export const migrations = journal.entries.map(({ tag }) => tag)

/** Calls `act` with a copy of the migrations up to the one whose name begins with `last`, plus one with the SQL `next`. */
export async function withMigrations(
  { last = '', next }: { last?: string; next?: string },
  act: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lisa-migrations-'))
  try {
    await cp(path.join(root, 'migrations'), folder, { recursive: true })
    const count = last ? migrations.findIndex((tag) => tag.startsWith(last)) + 1 : migrations.length
    const entries: object[] = journal.entries.slice(0, count)
    if (next) {
      entries.push({ ...entries.at(-1), tag: 'next', when: Date.now() + 1e9 })
      await writeFile(path.join(folder, 'next.sql'), next)
    }
    await writeFile(path.join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
    await act(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Migrates a database to the schema of an earlier version, whose newest migration begins with `last`. */
export const migrateTo = (pool: pg.Pool, last: string): Promise<void> =>
  withMigrations({ last }, (folder) => migrateDatabase(pool, { folder }))
