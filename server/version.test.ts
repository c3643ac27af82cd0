import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import request from 'supertest'
import { expect, test } from 'vitest'
import { createTestApp } from './test/test-app'

test('the metrics say which version runs, and which commit; /healthz, which everybody may read, does not', async () => {
  const { app, ctx } = await createTestApp()
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  // Sources without their history, such as an archive of them, have none.
  const commit = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).stdout?.trim() || null
  const metrics = await ctx.metrics.registry.metrics()
  expect(metrics).toContain(`lisa_build_info{version="${version}",commit="${commit ?? ''}"} 1\n`)
  await request(app).get('/healthz').expect(200, { status: 'ok' })
})
