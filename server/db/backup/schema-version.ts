import path from 'node:path'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { root } from '../../root'

// Drizzle notes each migration here.
const noted = 'drizzle.__drizzle_migrations'

export const readMigrations = () => readMigrationFiles({ migrationsFolder: path.join(root, 'migrations') })

/** The newest migration of the database; undefined where there is none. */
export async function schemaOf(client: pg.Client): Promise<number | undefined> {
  const { rows: tables } = await client.query<{ oid: unknown }>(`select to_regclass('${noted}') as oid`)
  if (!tables[0]?.oid) return undefined
  const { rows } = await client.query<{ at: string | null }>(`select max(created_at) as at from ${noted}`)
  return rows[0]?.at ? Number(rows[0].at) : undefined
}

/** As Drizzle does it, but within the transaction of `client`. */
export async function applyMigrations(client: pg.Client, migrations: MigrationMeta[]): Promise<void> {
  await client.query('create schema if not exists drizzle')
  await client.query(
    `create table if not exists ${noted} (id serial primary key, hash text not null, created_at bigint)`,
  )
  for (const { sql, hash, folderMillis } of migrations) {
    for (const statement of sql) await client.query(statement)
    await client.query(`insert into ${noted} (hash, created_at) values ($1, $2)`, [hash, folderMillis])
  }
}
