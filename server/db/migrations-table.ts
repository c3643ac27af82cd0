import path from 'node:path'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { root } from '../root'

/** The table in which drizzle-kit and drizzle-orm record applied migrations too. */
const table = 'drizzle.__drizzle_migrations'

export const readMigrations = (folder = path.join(root, 'migrations')): MigrationMeta[] =>
  readMigrationFiles({ migrationsFolder: folder })

/** The newest migration applied to the database; undefined if there is none. */
export async function newestMigration(client: pg.Client): Promise<number | undefined> {
  const { rows: tables } = await client.query<{ oid: unknown }>(`select to_regclass('${table}') as oid`)
  if (!tables[0]?.oid) return undefined
  const { rows } = await client.query<{ at: string | null }>(`select max(created_at) as at from ${table}`)
  return rows[0]?.at ? Number(rows[0].at) : undefined
}

export async function createMigrationsTable(client: pg.Client): Promise<void> {
  await client.query('create schema if not exists drizzle')
  await client.query(
    `create table if not exists ${table} (id serial primary key, hash text not null, created_at bigint)`,
  )
}

/** Has to be called within a transaction. */
export async function applyMigration(client: pg.Client, { sql, hash, folderMillis }: MigrationMeta) {
  for (const statement of sql) await client.query(statement)
  await client.query(`insert into ${table} (hash, created_at) values ($1, $2)`, [hash, folderMillis])
}
