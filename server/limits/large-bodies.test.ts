import { type IncomingMessage, request } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { MiB } from '@shared/endpoint'
import { serve } from '../test/serve'
import { type Client, signInAnaAndBen } from '../test/people'
import { createTestApp, namedTokenOf, sessionCookieOf } from '../test/test-app'

const { app, ctx, db } = await createTestApp()
const server = await serve()
server.handle(app)
const { ana, asAna, asBen } = await signInAnaAndBen(app, db)
const cookie = await sessionCookieOf(app, ana)

const answered: IncomingMessage[] = []
const words = { wins: 'x'.repeat(50_000), wentWell: '語'.repeat(50_000) }

/** Says that 4 MiB come, and sends the beginning. */
function beginUpload(path = '/api/journal-entries', as: object = { cookie, origin: ctx.env.appUrl }) {
  const headers = {
    ...as,
    'content-type': 'application/json',
    'content-length': 4 * MiB,
  }
  const upload = request(server.origin + path, { method: 'POST', headers, agent: false })
  upload.on('error', () => {}).on('response', (response: IncomingMessage) => answered.push(response))
  onTestFinished(() => void upload.destroy())
  upload.write('{"wins":"')
  return upload
}

test('of one user two large texts are read at a time and others wait; small ones and other users do not', async () => {
  const write = (client: Client, entryDate: string, text: object = words) =>
    client.post('/api/journal-entries').send({ entryDate, ...text })
  const uploads = Array.from({ length: 9 }, () => beginUpload())
  await write(asAna, '2026-11-20', { wins: 'A small one' }).expect(201)
  // With the tenth there is no place left.
  uploads.push(beginUpload(), beginUpload())
  await expect.poll(() => answered.map(({ statusCode }) => statusCode)).toEqual([429])

  // Those that are broken off give their places back.
  for (const upload of uploads.splice(0, 4)) upload.destroy()
  const twoFit = async () => {
    const calls = await Promise.all([asAna.get('/api/auth/user'), asAna.get('/api/auth/user')])
    return calls.map(({ status }) => status)
  }
  await expect.poll(twoFit).toEqual([200, 200])
  let isRead = false
  const large = write(asAna, '2026-11-19').then(({ status }) => ((isRead = true), status))
  await write(asBen, '2026-11-20').expect(201)
  await write(asBen, '2026-11-19').expect(201)
  expect(isRead).toBe(false)
  for (const upload of uploads) upload.destroy()
  expect(await large).toBe(201)
})

test('large texts with a token do not hold up those of a page', async () => {
  answered.length = 0
  const authorization = `Bearer ${await namedTokenOf(app, ana, ['propose'])}`
  const beginUntilRefused = () => (beginUpload('/api/mcp', { authorization }), answered.length)
  await expect.poll(beginUntilRefused).toBe(1)
  // Before the slow ones are cut.
  await asAna
    .post('/api/journal-entries')
    .timeout(15_000)
    .send({ entryDate: '2026-11-18', ...words })
    .expect(201)
})
