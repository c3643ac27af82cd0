import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import request from 'supertest'
import { test } from 'vitest'
import { createTestApp } from './test/test-app'

test('/healthz says which version runs, and which commit', async () => {
  const { app } = await createTestApp()
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  // Sources without their history, such as an archive of them, have none.
  const commit = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).stdout?.trim() || null
  await request(app).get('/healthz').expect(200, { status: 'ok', version, commit })
})
