import request from 'supertest'
import { expect, test } from 'vitest'
import { createApp } from '../app'
import { captureLog } from '../test/log'
import { createTestApp } from '../test/test-app'
import { runningVersion } from '../version'

const logged = captureLog()
const { ctx } = await createTestApp({ log: logged.log })
const { version } = runningVersion()
const later = `${Number.parseInt(version) + 1}.0.0`

/** As a migration of a later version does. */
const say = (oldest: string) => ctx.pool.query(`comment on schema drizzle is '${oldest}'`)

test.each([version, '0.9.9', 'The notes of its administrator'])(
  'a schema with the comment %s does not keep a server from being ready',
  async (comment) => {
    await say(comment)
    await request(createApp(ctx)).get('/readyz').expect(200, { status: 'ready' })
  },
)

test('a running server whose schema needs a later version is not ready, and says so in the log', async () => {
  await say(version)
  const app = createApp(ctx)
  await request(app).get('/readyz').expect(200)
  logged.clear()
  await say(later)
  const ready = async () => (await request(app).get('/readyz')).body
  await expect.poll(ready).toEqual({ message: `The database needs Lisa ${later} or later` })
  await request(app).get('/readyz').expect(503)
  await request(app).get('/healthz').expect(200)
  const line = logged.lines.find((line) => line.includes('The database needs a later version of Lisa'))
  expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 50, version, needed: later })
})
