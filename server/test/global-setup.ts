import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'vite'
import type { TestProject } from 'vitest/node'
import { createPool } from '../db/db'
import { migrateDatabase } from '../db/migrate'
import { startPostgres } from '../local/postgres'
import { createLog } from '../log'
import { root } from '../root'
import { temporaryDataDir } from './data-dir'
import { query, withDatabase } from './sql'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server that the tests of this run share; the name of each of its databases begins with `prefix`. */
    testServer: { url: string; prefix: string; template: string }
    /** What reads uploads, built: it starts in less than half the time. */
    uploadProgram: string
  }
}

/** One PostgreSQL per run, with a migrated template from which each test file copies its own database. */
export default async function setup(project: TestProject) {
  const prefix = `lisa_test_${randomBytes(4).toString('hex')}_`
  const template = `${prefix}template`
  const server = process.env.TEST_DATABASE_URL
    ? otherServer(process.env.TEST_DATABASE_URL, prefix)
    : await ownServer()
  try {
    await query(server.url, `create database ${template}`)
    const pool = createPool(
      { databaseUrl: withDatabase(server.url, template), databasePoolMax: 1 },
      createLog('silent'),
    )
    try {
      await migrateDatabase(pool)
      const { TEST_SCHEMA_SQL: variant } = process.env
      if (variant) await pool.query(readFileSync(variant, 'utf8'))
    } finally {
      // A template with an open connection cannot be copied.
      await pool.end()
    }
  } catch (error) {
    await server.close()
    throw error
  }
  project.provide('testServer', { url: server.url, prefix, template })
  const program = await buildUploadProgram(prefix)
  project.provide('uploadProgram', path.join(program, 'upload-process.js'))
  return async () => {
    await rm(program, { recursive: true })
    await server.close()
  }
}

async function buildUploadProgram(name: string) {
  // Within the project, where it finds its packages.
  const outDir = path.join(root, 'node_modules/.cache', name)
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    resolve: { tsconfigPaths: true },
    build: { ssr: 'server/features/import/upload-process.ts', outDir, target: 'node20' },
  })
  return outDir
}

async function ownServer() {
  const { folder, remove } = await temporaryDataDir()
  const { url, stop } = await startPostgres({ dataDir: folder, unsafeFast: true })
  const close = async () => {
    await stop()
    await remove()
  }
  return { url, close }
}

function otherServer(url: string, prefix: string) {
  const close = async () => {
    const { rows } = await query(url, 'select datname from pg_database where starts_with(datname, $1)', [
      prefix,
    ])
    for (const { datname } of rows) await query(url, `drop database ${datname} with (force)`)
  }
  return { url, close }
}
