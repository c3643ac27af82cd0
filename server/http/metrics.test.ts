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

const metricsIn = (file: string): string[] =>
  readFileSync(path.join(root, file), 'utf8').match(/\b(lisa|process|nodejs)_[a-z0-9_]+/g) ?? []

test.each(['docs/grafana-dashboard.json', 'docs/alerts.yaml'])('%s uses known metrics only', async (file) => {
  const { text } = await page()
  const known = new Set(
    [...text.matchAll(/^# TYPE (\S+) (\S+)/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  )
  for (const name of metricsIn('server/db/backup.sh')) known.add(name)
  const asked = metricsIn(file)
  expect(asked.length).toBeGreaterThan(5)
  expect([...new Set(asked)].filter((name) => !known.has(name))).toEqual([])
})

test('every metric of Lisa is in a panel, and docs/operations.md says what it is', async () => {
  const { text } = await page()
  const own = [...text.matchAll(/^# TYPE (lisa_\S+)/gm)].map(([, name = '']) => name)
  const shown = metricsIn('docs/grafana-dashboard.json').map((name) => name.replace(/_bucket$/, ''))
  expect(own.length).toBeGreaterThan(5)
  expect(own.filter((name) => !shown.includes(name))).toEqual([])
  expect(own.filter((name) => !metricsIn('docs/operations.md').includes(name))).toEqual([])
})

test('counters of rare failures start at 0, since an alert sees only how much a counter grows', async () => {
  const { text } = await page()
  for (const line of [
    'reminder_deliveries_total{channel="sms",status="failed"}',
    'mails_received_total{outcome="failed"}',
  ])
    expect(text).toContain(`lisa_${line} 0\n`)
})
