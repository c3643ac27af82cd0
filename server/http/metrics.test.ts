import { readFileSync } from 'node:fs'
import path from 'node:path'
import request from 'supertest'
import { expect, test } from 'vitest'
import { root } from '../root'
import { createUser } from '../test/factories'
import { serve } from '../test/serve'
import { createTestApp, signIn } from '../test/test-app'
import { metricsPage } from './metrics'

const { app, ctx, db } = await createTestApp()
const server = await serve()
server.handle(metricsPage(ctx.metrics))
const page = () => request(server.origin).get('/metrics')

test('the connections of the pool that are in use and the requests that wait are shown', async () => {
  await (await signIn(app, await createUser(db))).get('/api/goals').expect(200)
  const held = await Promise.all(Array.from({ length: 5 }, () => ctx.pool.connect()))
  const waiting = ctx.pool.query('select 1')
  const { text } = await page().expect(200)
  for (const line of ['connections_in_use 5', 'connections_max 5', 'waiting 1'])
    expect(text).toContain(`lisa_database_${line}\n`)
  for (const client of held) client.release()
  await waiting
})

test('sign-ins that were refused are counted by their reason', async () => {
  await request(app).post('/api/auth/login').send({ email: 'nobody@example.org', password: 'a guess' })
  await request(app).get('/api/callback?code=1&state=unknown').expect(400)
  const { text } = await page()
  expect(text).toContain('lisa_sign_ins_refused_total{reason="wrong password"} 1\n')
  expect(text).toContain('lisa_sign_ins_refused_total{reason="expired"} 1\n')
})

test('refusals are counted by what refused', async () => {
  const client = await signIn(app, await createUser(db))
  for (let n = 0; n < 6; n++) await client.post('/api/test-reminder')
  await client.set('Origin', 'https://elsewhere.example').post('/api/goals').send({}).expect(403)
  const { text } = await page()
  expect(text).toContain('lisa_http_requests_refused_total{reason="test email"} 1\n')
  expect(text).toContain('lisa_http_requests_refused_total{reason="another site"} 1\n')
})

test.each(['docs/grafana-dashboard.json', 'docs/alerts.yaml'])('%s uses known metrics only', async (file) => {
  const { text } = await page()
  const known = new Set(
    [...text.matchAll(/^# TYPE (\S+) (\S+)/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  )
  const asked = readFileSync(path.join(root, file), 'utf8').match(/\b(lisa|process|nodejs)_[a-z0-9_]+/g) ?? []
  expect(asked.length).toBeGreaterThan(5)
  expect([...new Set(asked)].filter((name) => !known.has(name))).toEqual([])
})
