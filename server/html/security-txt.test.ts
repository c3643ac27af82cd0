import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import request from 'supertest'
import { expect, test } from 'vitest'
import { createTestApp } from '../test/test-app'
import { createApp } from '../app'
import { builtApp } from './spa'

const now = () => new Date('2026-11-21T12:00:00Z')
const file = '/.well-known/security.txt'

test('tells the signed-out whom to write to, for half a year from now', async () => {
  const settings = {
    APP_URL: 'https://lisa.test',
    SMTP_URL: 'smtps://smtp.lisa.test',
    MAIL_FROM: 'Lisa, yours <lisa@mail.lisa.test>',
  }
  const { app } = await createTestApp({ now, settings })
  const answer = await request(app).get(file).expect(200).expect('Content-Type', 'text/plain; charset=utf-8')
  expect(answer.text).toBe(`Contact: mailto:lisa@mail.lisa.test
Expires: 2027-05-20T12:00:00.000Z
Preferred-Languages: en
Canonical: https://lisa.test/.well-known/security.txt
`)
  expect(answer.headers).not.toHaveProperty('set-cookie')
})

test('names security@ its host where no mail is set up, and comes before the page', async () => {
  const { ctx } = await createTestApp({ now, settings: { APP_URL: 'https://lisa.test' } })
  const folder = await mkdtemp(path.join(tmpdir(), 'lisa-spa-'))
  try {
    await mkdir(path.join(folder, '.vite'))
    await writeFile(path.join(folder, '.vite/manifest.json'), '{}')
    for (const name of ['index.html', 'signed-out.html']) await writeFile(path.join(folder, name), 'the page')
    const app = createApp(ctx, await builtApp(folder, { hasSessionCookie: () => false }))
    expect((await request(app).get(file).expect(200)).text).toContain('Contact: mailto:security@lisa.test\n')
    await request(app).get('/.well-known/other').expect(404)
    expect((await request(app).get('/').expect(200)).text).toBe('the page')
  } finally {
    await rm(folder, { recursive: true })
  }
})
