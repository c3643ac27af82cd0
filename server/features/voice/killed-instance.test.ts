import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { voiceCalls, voiceTalks } from '@shared/schema'
import { root } from '../../root'
import { createUser } from '../../test/factories'
import { createFakeVoiceProvider, offer } from '../../test/fake-voice-provider'
import { createTestApp, sessionCookieOf } from '../../test/test-app'
import { endDueTalks } from './end-talks'
import { talksOf } from './voice-talks-repository'

vi.setConfig({ testTimeout: 60_000 })

const provider = await createFakeVoiceProvider()
const { app, ctx, db } = await createTestApp({ voiceProvider: provider.create() })
beforeEach(provider.reset)

/** Another process of the same app, over the same database. */
async function startInstance() {
  const settings = { OPENAI_API_KEY: 'sk-server', OPENAI_BASE_URL: `${provider.origin}/v1` }
  const given = JSON.stringify({ databaseUrl: ctx.pool.options.connectionString, settings })
  const args = ['--import', 'tsx', 'server/test/app-instance.ts', given]
  const instance = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void instance.kill('SIGKILL'))
  const [port] = await once(instance.stdout.setEncoding('utf8'), 'data')
  const user = await createUser(db)
  const Cookie = await sessionCookieOf(app, user)
  const post = (path: string, headers: Record<string, string>, body?: string) =>
    fetch(`http://127.0.0.1:${String(port).trim()}/api/voice/${path}`, {
      method: 'POST',
      headers: { Cookie, Origin: ctx.env.appUrl, ...headers },
      body,
    })
  return {
    user,
    async sendOffer() {
      const { value } = await (await post('ephemeral-key', {})).json()
      const headers = { Authorization: `Bearer ${value}`, 'Content-Type': 'application/sdp' }
      return post('calls', headers, offer)
    },
    async kill() {
      instance.kill('SIGKILL')
      await once(instance, 'exit')
    },
  }
}
const inMinutes = (minutes: number) => ({ ...ctx, now: () => new Date(Date.now() + minutes * 60_000) })

test('the talk of a process that was killed is ended by another, at the provider too', async () => {
  const instance = await startInstance()
  expect((await instance.sendOffer()).status).toBe(201)
  await instance.kill()
  await endDueTalks(ctx)
  expect(provider.hungUp).toEqual([])
  await endDueTalks(inMinutes(15))
  expect(provider.hungUp).toHaveLength(1)
  expect(await db.select().from(voiceTalks)).toMatchObject([{ userId: instance.user.id, seconds: 900 }])
})

test('a process that is killed before the provider has answered uses up no minutes', async () => {
  provider.onCall = () => {}
  const instance = await startInstance()
  const offered = instance.sendOffer().catch(() => 'lost')
  await vi.waitFor(() => expect(provider.askedFor('/calls')).toHaveLength(1), 20_000)
  await instance.kill()
  expect(await offered).toBe('lost')
  await endDueTalks(inMinutes(2))
  expect(await talksOf(db, instance.user.id).used(new Date())).toMatchObject({ seconds: 0 })
  expect(await db.$count(voiceCalls)).toBe(0)
})
