import { request } from 'node:http'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { exported, imported, lisaJson, sendFile } from '../../test/imports'
import { type Client, signInAnaAndBen, type User } from '../../test/people'
import { readingWithin } from '../../test/reading'
import { serve } from '../../test/serve'
import { createTestApp, sessionCookieOf } from '../../test/test-app'
import type { Reading } from './start-reading'

let start: () => Reading
const { app, ctx, db } = await createTestApp({ startReading: () => start() })
const server = await serve()
server.handle(app)
let ana: User, asAna: Client, ben: User, asBen: Client
beforeEach(async () => ({ ana, asAna, ben, asBen } = await signInAnaAndBen(app, db)))

const small = lisaJson({ entries: [{ entryDate: '2026-01-01', wins: 'Ran' }] })
const tooMuch = 'There is too much in this file to read'

test.each([
  [
    'memory',
    { heapMiB: 24 },
    lisaJson({ entries: [{ entryDate: '2026-01-01', wins: 'x'.repeat(15_000_000) }] }),
  ],
  ['processor time', { processorSeconds: 1 }, `date,text\n${'2024-01-01,\n'.repeat(1_000_000)}`],
])('a file that takes too much %s is refused, and the server goes on', async (_, limits, file) => {
  start = readingWithin(limits)
  const [{ status, body }] = await Promise.all([sendFile(asAna, file), asAna.get('/api/goals').expect(200)])
  expect({ status, body }).toEqual({ status: 400, body: { message: tooMuch } })
  expect(await exported(asAna)).toEqual({ goals: [], entries: [] })
  start = readingWithin()
  expect((await imported(asAna, small)).entries.new).toBe(1)
})

test('a file whose reading has not ended after ten minutes is refused', async () => {
  start = readingWithin({ minutes: 0.01, program: ['--eval', 'setInterval(() => {}, 1000)'] })
  expect((await sendFile(asAna, small).expect(400)).body).toEqual({ message: tooMuch })
})

test('a reading that somebody else ends is not the fault of the file', async () => {
  start = readingWithin({ program: ['--eval', 'process.kill(process.pid, "SIGKILL")'] })
  const { body, headers } = await sendFile(asAna, small).expect(503)
  expect(body.message).toBe('The reading of your file was interrupted. Please try again in a minute.')
  expect(headers['retry-after']).toBe('60')
})

test('a reading that ends by itself is a fault of ours', async () => {
  start = readingWithin({ program: ['--eval', 'process.exit(3)'] })
  await sendFile(asAna, small).expect(500)
})

test('the process that reads is given no secret', async () => {
  start = readingWithin({
    program: [
      '--eval',
      'process.on("message", () => process.send({ refusal: { status: 400, message: Object.keys(process.env).join() } }))',
    ],
  })
  process.env.LISA_SECRET = 'x'
  onTestFinished(() => void delete process.env.LISA_SECRET)
  const { body } = await sendFile(asAna, small).expect(400)
  expect(
    body.message
      .split(',')
      .filter((name: string) => !/^(NODE_CHANNEL|TZ$|PWD$|_$|SHLVL$|OLDPWD$)/.test(name)),
  ).toEqual([])
})

test('a preview whose client leaves is read no further; an import is', async () => {
  const isRead = async (user: User, preview: boolean) => {
    const cookie = await sessionCookieOf(app, user)
    return new Promise<unknown>((resolve, reject) => {
      start = () => {
        const reading = readingWithin()()
        const call: Reading['call'] = (name, ...args) => {
          const answer = reading.call(name, ...args)
          sending.destroy()
          answer.then(resolve, reject)
          return answer
        }
        return { ...reading, call }
      }
      const sending = request(`${server.origin}/api/import?preview=${preview}`, {
        method: 'POST',
        headers: { cookie, origin: ctx.env.appUrl, 'content-type': 'text/csv' },
      })
      sending.on('error', () => {}).end(`date,text\n2026-01-01,Ran\n${'2026-01-02,\n'.repeat(100_000)}`)
    })
  }
  await expect(isRead(ana, true)).rejects.toThrow('The request was cancelled')
  await expect(isRead(ben, false)).resolves.toMatchObject({ source: 'CSV' })
  await expect.poll(async () => (await exported(asBen)).entries).toMatchObject([{ overallReflection: 'Ran' }])
})
