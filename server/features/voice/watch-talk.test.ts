import { eq } from 'drizzle-orm'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { voiceCalls, voiceTalks } from '@shared/schema'
import { beginTalk, createFakeVoiceProvider, refuse } from '../../test/fake-voice-provider'
import { createUser } from '../../test/factories'
import { captureLog } from '../../test/log'
import { createTestApp, signIn } from '../../test/test-app'

const logged = captureLog()
const stopping = new AbortController()
const provider = await createFakeVoiceProvider()
const { app, ctx, db } = await createTestApp({
  voiceProvider: provider.create({}, undefined, logged.log, [1]),
  log: logged.log,
  stopping: stopping.signal,
  settings: { VOICE_TOKENS_PER_TALK: '1000' },
})

beforeEach(() => {
  provider.reset()
  logged.clear()
  ctx.metrics.voiceWatches.reset()
})

async function begin() {
  const client = await signIn(app, await createUser(db))
  const { talkId } = await beginTalk(client)
  const [call] = await db.select().from(voiceCalls).where(eq(voiceCalls.talkId, talkId))
  return { client, talkId, callId: call?.callId ?? '' }
}
const soon = (check: () => unknown) => vi.waitFor(check, 15_000)
async function beginWatched() {
  const talk = await begin()
  await soon(() => expect(provider.sidebands.get(talk.callId)).toBeDefined())
  return talk
}
const isOpen = async (talkId: string) =>
  (await db.select().from(voiceTalks).where(eq(voiceTalks.id, talkId)))[0]?.endedAt === null
const isClosed = (callId: string) => soon(() => expect(provider.sidebands.get(callId)?.readyState).toBe(3))
const outcomes = async () =>
  (await ctx.metrics.voiceWatches.get()).values.map(({ labels, value }) => [labels.outcome, value])
const about = (sentence: string) => logged.lines.filter((line) => line.includes(sentence))

const used = (tokens: number) => ({
  type: 'response.done',
  response: { usage: { input_tokens: tokens } },
})
const session = (instructions: string, ...tools: string[]) => ({
  type: 'session.updated',
  session: { instructions, tools: tools.map((name) => ({ type: 'function', name })) },
})

test('the events of a call are read with the key of the server', async () => {
  const { callId } = await beginWatched()
  expect(provider.askedForSideband).toEqual([
    { url: `/v1/realtime?call_id=${callId}`, authorization: 'Bearer sk-server' },
  ])
})

test.each([
  ['has used its tokens', 'tokens', [used(999), used(1), used(1)]],
  ['gets other instructions', 'session changed', [session('Lisa', 'get_goals'), session('x', 'get_goals')]],
  ['gets a tool that is not hers', 'foreign tool', [session('Lisa', 'run_code')]],
  ['has an event that cannot be read', 'event too long', [{ type: 'x'.repeat(33 * 1024 * 1024) }]],
])('a talk that %s is ended and hung up', async (_, reason, events) => {
  const { talkId, callId } = await beginWatched()
  const other = await beginWatched()
  for (const event of events) provider.tell(callId, event)
  await soon(() => expect(provider.hungUp).toEqual([callId]))
  await isClosed(callId)
  expect(await isOpen(talkId)).toBe(false)
  expect(await isOpen(other.talkId)).toBe(true)
  expect(about('A talk was ended').map((line) => JSON.parse(line))).toMatchObject([{ level: 40, reason }])
  expect(await outcomes()).toEqual([[reason, 1]])
})

test('a talk that has ended for another reason is not logged as ended because of its events', async () => {
  const [left, other] = [await beginWatched(), await beginWatched()]
  await db.update(voiceTalks).set({ endedAt: new Date() }).where(eq(voiceTalks.id, left.talkId))
  for (const { callId } of [left, other]) provider.tell(callId, used(1_000))
  await soon(() => expect(provider.hungUp).toEqual([other.callId]))
  expect(about('A talk was ended')).toHaveLength(1)
  expect(await outcomes()).toEqual([['tokens', 1]])
})

test('a call that was ended because of its events, and that the provider does not know, is asked about again', async () => {
  provider.onHangUp = refuse(404)
  const { callId } = await beginWatched()
  provider.tell(callId, used(1_000))
  await soon(() => expect(about('does not know a call that no page has ended')).toHaveLength(1))
  await soon(async () =>
    expect(await db.select().from(voiceCalls).where(eq(voiceCalls.callId, callId))).toMatchObject([
      { isUnknown: true, isReported: false },
    ]),
  )
})

test('a talk within its limit goes on, and is watched until it ends', async () => {
  const { client, talkId, callId } = await beginWatched()
  for (const event of [used(500), session('Lisa', 'get_goals'), session('Lisa', 'get_goals'), used(499)])
    provider.tell(callId, event)
  provider.sidebands.get(callId)?.send('no JSON')
  const other = await beginWatched()
  provider.tell(other.callId, used(1_000))
  await soon(async () => expect(await isOpen(other.talkId)).toBe(false))
  expect(await isOpen(talkId)).toBe(true)
  await client.delete('/api/voice/calls').expect(204)
  await isClosed(callId)
  expect(about('cannot be watched')).toEqual([])
})

test('a refused connection is tried again, then logged once without the key, and the talk goes on', async () => {
  provider.sidebandStatus = 404
  const { talkId } = await begin()
  await soon(() => expect(about('cannot be watched')).toHaveLength(1))
  expect(JSON.parse(about('cannot be watched')[0] ?? '')).toMatchObject({
    level: 40,
    reason: 'Unexpected server response: 404',
  })
  expect(provider.askedForSideband).toHaveLength(2)
  expect(await isOpen(talkId)).toBe(true)
  expect(await outcomes()).toEqual([['lost', 1]])
  expect(logged.text()).not.toContain('sk-server')
})

test('a connection that breaks off is opened again, and what was used before counts on', async () => {
  const { callId } = await beginWatched()
  provider.tell(callId, used(600))
  const first = provider.sidebands.get(callId)
  first?.terminate()
  await soon(() => expect(provider.sidebands.get(callId)).not.toBe(first))
  provider.tell(callId, used(400))
  await soon(() => expect(provider.hungUp).toEqual([callId]))
})

test('a call that another process has hung up is not logged, and is watched no longer than its time limit', async () => {
  const { perTalk } = ctx.env.voiceMinutes
  ctx.env.voiceMinutes.perTalk = 3 / 60
  onTestFinished(() => void (ctx.env.voiceMinutes.perTalk = perTalk))
  const [left, closed] = [await beginWatched(), await beginWatched()]
  await db.update(voiceTalks).set({ endedAt: new Date() })
  await db.delete(voiceCalls)
  provider.sidebandStatus = 404
  provider.sidebands.get(closed.callId)?.close()
  await isClosed(left.callId)
  expect(provider.askedForSideband).toHaveLength(3)
  expect(about('cannot be watched')).toEqual([])
})

test('a process that stops watches no talk any more, and leaves them open', async () => {
  const { talkId, callId } = await beginWatched()
  stopping.abort()
  await isClosed(callId)
  expect(await isOpen(talkId)).toBe(true)
  await begin()
  expect(provider.askedForSideband).toHaveLength(1)
})
