import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import cookieParser from 'cookie-parser'
import { landing, notFound, screens } from '@shared/screens'
import express from 'express'
import pg from 'pg'
import request from 'supertest'
import { afterAll, expect, test } from 'vitest'
import { hasSessionCookie } from '../features/auth/sessions'
import { errorHandler } from '../http/error-handler'
import { createLog } from '../log'
import { root } from '../root'
import { createMetrics } from '../http/metrics'
import { builtApp } from './spa'

const folder = await mkdtemp(path.join(tmpdir(), 'lisa-spa-'))
afterAll(() => rm(folder, { recursive: true }))

const manifest = {
  'index.html': { file: 'assets/index-1.js' },
  'src/features/goals/goals-page.tsx': { file: 'assets/goals-2.js', imports: ['index.html', '_card.js'] },
  '_card.js': { file: 'assets/card-3.js' },
  'src/app/home-page.tsx': { file: 'assets/home-4.js' },
  'src/features/auth/landing-page.tsx': { file: 'assets/landing-5.js' },
}
const files: Record<string, string | Buffer> = {
  '.vite/manifest.json': JSON.stringify(manifest),
  'index.html': 'the page',
  'index.html.br': brotliCompressSync('the page'),
  'index.html.gz': gzipSync('the page'),
  'signed-out.html': 'the page for visitors',
  'signed-out.html.br': brotliCompressSync('the page for visitors'),
  'assets/goals-2.js': 'goals()',
  'assets/goals-2.js.br': brotliCompressSync('goals()'),
  'assets/removed-6.js': 'removed()',
  'assets/removed-6.js.br': brotliCompressSync('removed()'),
  'robots.txt': 'User-agent: *',
  'sw.js': 'precache()',
  'manifest.webmanifest': '{}',
}
for (const [name, content] of Object.entries(files)) {
  await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
  await writeFile(path.join(folder, name), content)
}
const app = express()
app.use(
  cookieParser('secret'),
  await builtApp(folder, {
    hasSessionCookie: (req) => hasSessionCookie(req, { appUrl: 'http://lisa.test' }),
  }),
  errorHandler({ log: createLog('silent'), metrics: createMetrics(new pg.Pool()) }),
)
const get = (url: string, encoding: string) =>
  request(app).get(url).set('Accept-Encoding', encoding).set('Cookie', 'theme=x; lisa.sid=s%3Ax.y')

test('with a session / preloads Home and not the landing page', async () => {
  const { headers } = await get('/', 'gzip')
  expect(headers.link).toContain('</assets/home-4.js>; rel=modulepreload')
  expect(headers.link).not.toContain('landing')
})

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['identity', undefined],
])('a browser that takes %s gets the page as %s, and stores no copy of it', async (takes, encoding) => {
  const { headers, text } = await get('/goals/new', takes).expect(200)
  expect(headers['content-encoding']).toBe(encoding)
  expect(headers).toMatchObject({ 'cache-control': 'no-store', vary: 'Cookie, Accept-Encoding' })
  expect(headers['content-type']).toMatch(/^text\/html/)
  if (encoding !== 'br') expect(text).toBe('the page')
})

test('a browser without a session gets a page of its own, which is never taken for the other', async () => {
  const visitor = await request(app).get('/').set('Accept-Encoding', 'identity').expect(200)
  expect(visitor.text).toBe('the page for visitors')
  expect(visitor.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'Cookie, Accept-Encoding' })
  expect(visitor.headers.link).toBe('</assets/landing-5.js>; rel=modulepreload; crossorigin')
  const etag = visitor.headers.etag ?? ''
  await request(app).get('/').set('Accept-Encoding', 'identity').set('If-None-Match', etag).expect(304)
  await get('/', 'identity').set('If-None-Match', etag).expect(200, 'the page')
  const elsewhere = await request(app).get('/goals').set('Accept-Encoding', 'br').expect(200)
  expect(elsewhere.headers).toMatchObject({ etag, 'content-encoding': 'br' })
  expect(elsewhere.headers).not.toHaveProperty('link')
})

test('assets are kept for good, other files for an hour, and a missing asset is no page', async () => {
  const asset = await get('/assets/goals-2.js', 'br').expect(200)
  expect(asset.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
    'content-type': 'text/javascript; charset=utf-8',
  })
  const file = await get('/robots.txt', 'br').expect(200)
  expect(file.headers['cache-control']).toBe('public, max-age=3600')
  expect(file.headers).not.toHaveProperty('content-encoding')
  await get('/assets/goals-1.js', 'br').expect(404, { message: 'File not found' })
})

test('the service worker is revalidated each time, and the manifest has its media type', async () => {
  const worker = await get('/sw.js', 'br').expect(200)
  expect(worker.headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'text/javascript; charset=utf-8',
  })
  const { etag = '' } = worker.headers
  await get('/sw.js', 'br').set('If-None-Match', etag).expect(304)
  const { headers } = await get('/manifest.webmanifest', 'br').expect(200)
  expect(headers['content-type']).toBe('application/manifest+json; charset=utf-8')
})

test('an asset that a later build has removed is not found, in an answer that is not compressed', async () => {
  for (const name of ['removed-6.js', 'removed-6.js.br']) await unlink(path.join(folder, 'assets', name))
  const { headers } = await get('/assets/removed-6.js', 'br').expect(404, { message: 'File not found' })
  expect(headers).not.toHaveProperty('content-encoding')
})

test("the page names the code and the data of its path's screen, but not what it names itself", async () => {
  const { headers } = await get('/goals', 'br').expect(200)
  const data = 'rel=preload; as=fetch; crossorigin=use-credentials'
  expect(headers.link?.split(', ')).toEqual([
    '</assets/goals-2.js>; rel=modulepreload; crossorigin',
    '</assets/card-3.js>; rel=modulepreload; crossorigin',
    `</api/auth/user>; ${data}`,
    `</api/goals>; ${data}`,
  ])
  const edit = (await get('/goals/edit/7d0f3a52-6c1d', 'br').expect(200)).headers.link
  expect(edit?.split(', ').slice(1)).toEqual([`</api/goals/7d0f3a52-6c1d>; ${data}`, `</api/goals>; ${data}`])
  // No id of ours.
  const other = (await get('/goals/edit/%3E%22', 'br').expect(200)).headers.link
  expect(other?.split(', ').slice(1)).toEqual([`</api/goals>; ${data}`])
  expect((await get('/nowhere', 'br').expect(200)).headers).not.toHaveProperty('link')
})

test.each(['/progress?month=2026-02', '/journal?q=fog'])(
  'of %s, whose query chooses what it reads, only the user is announced',
  async (url) => {
    const { headers } = await get(url, 'br').expect(200)
    expect(headers.link).toBe('</api/auth/user>; rel=preload; as=fetch; crossorigin=use-credentials')
  },
)

test.each(['/favicon.ico', '/.env', '/goals.php', '/metrics', '/Version/', '//api/goals', '//evil.example/'])(
  '%s is no screen, and not found',
  async (path) => void (await get(path, 'br').expect(404, { message: 'Not found' })),
)

test.each(['/', '/goals', '/journal/new', '/goals/edit/7d0f3a52-6c1d', '/sw.js', '/assets/goals-2.js'])(
  '%s can only be read',
  async (path) => {
    await request(app).post(path).expect(405).expect('Allow', 'GET, HEAD')
    await request(app).options(path).expect(204).expect('Allow', 'GET, HEAD')
  },
)

test.each(['/nowhere', '/assets', '/assets/goals-1.js', '/.vite/manifest.json'])(
  'nothing at %s takes another method',
  async (path) => {
    const { headers } = await request(app).post(path).expect(404)
    expect(headers).not.toHaveProperty('allow')
  },
)

test.each([
  '/nowhere',
  '/nowhere/deeper',
  '/metrics/of-mine',
  '/v1.2/notes',
  '/goals/edit/a.b',
  '/a.b%3Dc%3E',
])(
  '%s may be a screen, and gets the page',
  async (path) => void (await get(path, 'identity').expect(200, 'the page')),
)

test('every screen that is named is there', () => {
  for (const { source } of [...screens, landing, notFound])
    expect([source, existsSync(path.join(root, 'client', source))]).toEqual([source, true])
})
