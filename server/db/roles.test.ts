import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { CORE_SCHEMA, load, mergeTag } from 'js-yaml'
import { createLog } from '../log'
import { root } from '../root'
import { createUser } from '../test/factories'
import { withMigrations } from '../test/released-schema'
import { query, withDatabase } from '../test/sql'
import { createTestApp, signIn } from '../test/test-app'
import { createPool } from './db'
import { migrateDatabase } from './migrate'

const read = (name: string) => readFile(path.join(root, name), 'utf8')
const server = inject('testServer')
const name = server.prefix + randomBytes(4).toString('hex')
const database = withDatabase(server.url, name)
const [owner, app] = [`${name}_owner`, `${name}_app`]

await query(server.url, `create database ${name}`)
// What only psql knows is filled in, and the roles, which all databases share, get names of this test's own.
const roles = (await read('server/db/roles.sql'))
  .replaceAll(/^\\getenv .*$/gm, '')
  .replaceAll(/:'(\w+)'/g, `'$1'`)
  .replaceAll(':"DBNAME"', name)
  .replaceAll('lisa_owner', owner)
  .replaceAll('lisa_app', app)
await query(database, roles)

const pools = [owner, app].map((role) => {
  const url = new URL(database)
  url.username = role
  url.password = role === owner ? 'owner_password' : 'app_password'
  return createPool({ databaseUrl: url.href, databasePoolMax: 3 }, createLog('silent'))
})
const [asOwner, asApp] = pools as [(typeof pools)[0], (typeof pools)[0]]

afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()))
  await query(server.url, `drop database ${name} with (force)`)
  await query(server.url, `drop role ${owner}, ${app}`)
})

const tables = async () =>
  (await query(database, `select tablename as name from pg_tables where schemaname in ('public', 'drizzle')`))
    .rows

test('the role that the app runs as starts only when the one that owns the schema has migrated', async () => {
  const refusal = /^The database has to be migrated, .* `npm run migrate`/
  await expect(migrateDatabase(asApp)).rejects.toThrow(refusal)
  expect(await tables()).toEqual([])
  await migrateDatabase(asOwner)
  await migrateDatabase(asApp)

  await withMigrations({ next: 'create table next (n int)' }, async (folder) => {
    await expect(migrateDatabase(asApp, { folder })).rejects.toThrow(refusal)
    await migrateDatabase(asOwner, { folder })
    await migrateDatabase(asApp, { folder })
    await query(database, 'drop table next')
  })
})

test('it writes rows of every table, and changes nothing else', async () => {
  const { app, db } = await createTestApp({ pool: asApp })
  const ana = await signIn(app, await createUser(db, { email: 'ana@lisa.test' }))
  const entry = { entryDate: '2026-11-21', mood: 'happy', wins: 'Bread' }
  const { body } = await ana.post('/api/journal-entries').send(entry).expect(201)
  const url = `/api/journal-entries/${body.id}`
  await ana
    .put(url)
    .send({ ...entry, entryDate: '2026-11-20' })
    .expect(200)
  await ana.delete(url).expect(204)

  const { rows } = await asApp.query(`
    select tablename as name,
      array(select operation from unnest(array['select', 'insert', 'update', 'delete']) as operation
        where not has_table_privilege(tablename::text, operation)) as missing
    from pg_tables where schemaname = 'public'`)
  expect(rows.length).toBeGreaterThan(5)
  expect(rows.filter(({ missing }) => missing.length)).toEqual([])

  const codes = [
    'create table mine (n int)',
    'create schema mine',
    'create temporary table mine (n int)',
    'drop table users',
    'truncate users cascade',
    'alter table users disable trigger all',
    'alter table users add column mine int',
    'create or replace function keep_journal_runs() returns trigger language plpgsql as $$ begin end $$',
    'delete from drizzle.__drizzle_migrations',
    'select * from pg_authid',
    `copy (select 1) to program 'true'`,
    `set role ${owner}`,
    'create role mine superuser',
  ].map((statement) =>
    asApp.query(statement).then(
      () => statement,
      ({ code }) => code,
    ),
  )
  expect(new Set(await Promise.all(codes))).toEqual(new Set(['42501']))
})

type Service = {
  environment: Record<string, string>
  depends_on: Record<string, unknown>
  command: string[]
  volumes: string[]
}
type Compose = { services: Record<'migrate' | 'lisa' | 'postgres', Service> }

test('compose.yaml gives each its role, and the app no other password', async () => {
  const compose = load(await read('compose.yaml'), { schema: CORE_SCHEMA.withTags(mergeTag) })
  const { migrate, lisa, postgres } = (compose as Compose).services
  expect(lisa.environment).toMatchObject({
    DATABASE_URL: expect.stringMatching(/^postgres:\/\/lisa_app:\$\{LISA_APP_PASSWORD:/),
    LISA_OWNER_PASSWORD: '',
    POSTGRES_PASSWORD: '',
    IDENTITY_KEY: '',
  })
  expect(migrate).toMatchObject({ environment: { POSTGRES_PASSWORD: '', IDENTITY_KEY: '' }, volumes: [] })
  expect(lisa.depends_on.migrate).toEqual({ condition: 'service_completed_successfully' })
  expect(migrate.environment.DATABASE_URL).toMatch(/^postgres:\/\/lisa_owner:\$\{LISA_OWNER_PASSWORD:/)
  expect(migrate.command.at(-1)).toBe('--migrate-only')
  expect(postgres.environment).not.toHaveProperty('POSTGRES_USER')
  expect(postgres.volumes).toContain('./server/db/roles.sql:/docker-entrypoint-initdb.d/roles.sql:ro')
})
