import { eq, isNull } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { users, voiceCalls, voiceKeys, voiceTalks } from '@shared/schema'
import { untilOneIsBlocked } from '../../test/blocked'
import { createUser } from '../../test/factories'
import { beginTalk, createFakeVoiceProvider, keyFor, refuse, sendOffer } from '../../test/fake-voice-provider'
import { captureLog } from '../../test/log'
import { createTestApp, signIn } from '../../test/test-app'
import { endDueTalks } from './end-talks'
import { claimDueCalls } from './voice-calls-repository'

const start = new Date('2026-11-21T08:00:00Z')
let time = start
const logged = captureLog()
const provider = await createFakeVoiceProvider()
const { app, ctx, db } = await createTestApp({
  voiceProvider: provider.create({}, undefined, logged.log),
  now: () => time,
  log: logged.log,
})
const after = (minutes: number) => void (time = new Date(start.getTime() + minutes * 60_000))

beforeEach(async () => {
  time = start
  provider.reset()
  logged.clear()
  ctx.env.voiceMinutes.perTalk = 15
  ctx.metrics.voiceSeconds.reset()
  await db.delete(voiceCalls)
  await db.delete(users)
})

async function talkOf(overrides = {}) {
  const user = await createUser(db, overrides)
  const { talkId } = await beginTalk(await signIn(app, user))
  await untilSwept()
  return { user, talkId }
}

/** A talk that begins starts a sweep in the background: one that lags behind would take the calls of the test. */
const untilSwept = () => vi.waitFor(() => expect(ctx.pool.idleCount).toBe(ctx.pool.totalCount), 10_000)

const secondsCounted = async () => (await ctx.metrics.voiceSeconds.get()).values[0]?.value

test('at its limit the server hangs up at the provider by itself', async () => {
  ctx.env.voiceMinutes.perTalk = 1 / 60
  const { talkId } = await talkOf()
  time = new Date(start.getTime() + 1_000)
  // Counting is the last thing that a sweep does: the next test begins when this one's is over.
  await vi.waitFor(async () => expect(await secondsCounted()).toBe(1), 10_000)
  expect(provider.hungUp).toHaveLength(1)
  expect(await db.select().from(voiceTalks)).toMatchObject([{ id: talkId, seconds: 1, endedAt: time }])
})

describe('the sweep', () => {
  test('ends what is due and nothing else', async () => {
    await talkOf()
    after(10)
    const { talkId: young } = await talkOf()
    after(15)
    await endDueTalks(ctx)
    expect(provider.hungUp).toHaveLength(1)
    expect(await secondsCounted()).toBe(900)
    const open = await db.select().from(voiceTalks).where(isNull(voiceTalks.endedAt))
    expect(open).toMatchObject([{ id: young }])
    await endDueTalks(ctx)
    expect(provider.hungUp).toHaveLength(1)
  })

  test('racing with others hangs up each call once', async () => {
    for (let i = 0; i < 25; i++) await talkOf()
    after(15)
    await Promise.all(Array.from({ length: 6 }, () => endDueTalks(ctx)))
    expect(provider.hungUp).toHaveLength(25)
    expect(new Set(provider.hungUp).size).toBe(25)
    expect(await db.$count(voiceCalls)).toBe(0)
  })

  test('claims no more calls than the limit, whatever the plan of PostgreSQL', async () => {
    for (let i = 0; i < 10; i++) await talkOf()
    after(15)
    await db.transaction(async (tx) => {
      for (const plan of ['hashjoin', 'mergejoin', 'hashagg', 'sort', 'material'])
        await tx.execute(`set local enable_${plan} = off`)
      expect(await claimDueCalls(tx, time, 3)).toHaveLength(3)
    })
  })

  test('that comes late counts the time that the talk was to have', async () => {
    await talkOf()
    after(45)
    await endDueTalks(ctx)
    expect(await db.select().from(voiceTalks)).toMatchObject([
      { seconds: 900, endedAt: new Date(start.getTime() + 15 * 60_000) },
    ])
  })

  test('tries again when hanging up fails, until the provider itself has ended the call', async () => {
    await talkOf()
    provider.onHangUp = refuse(500)
    after(15)
    await endDueTalks(ctx)
    await endDueTalks(ctx)
    expect(provider.askedFor('/hangup')).toHaveLength(1)
    after(16)
    provider.onHangUp = () => {}
    await endDueTalks({ ...ctx, voiceProvider: provider.create({}, 100, logged.log) })
    expect(provider.askedFor('/hangup')).toHaveLength(2)
    expect(logged.text()).toContain('Hanging up a voice call failed')
    after(17)
    provider.onHangUp = undefined
    await endDueTalks(ctx)
    expect(provider.hungUp).toHaveLength(1)

    provider.onHangUp = refuse(500)
    await talkOf()
    after(17 + 61)
    await endDueTalks(ctx)
    expect(await db.$count(voiceCalls)).toBe(0)
  })

  const unknown = () => logged.lines.filter((line) => line.includes('does not know a call'))
  const outcomes = async () =>
    (await ctx.metrics.voiceHangUps.get()).values.map(({ labels, value }) => [labels.outcome, value])

  test('takes a call that the provider does not know for one that is over, where the page has said so', async () => {
    const { user, talkId } = await talkOf()
    provider.onHangUp = refuse(404)
    await (await signIn(app, user)).delete('/api/voice/calls').send({ talkId }).expect(204)
    await vi.waitFor(async () => expect(await db.$count(voiceCalls)).toBe(0), 10_000)
    expect(unknown()).toEqual([])
  })

  test('asks about the call twice if no page has said so, and logs it', async () => {
    ctx.metrics.voiceHangUps.reset()
    await talkOf()
    for (const [minutes, status] of [
      [15, 500],
      [15.5, 500],
      [16, 405],
      [17, 404],
      [17.5, 404],
      [18, 410],
      [20, 404],
    ] as const) {
      provider.onHangUp = refuse(status)
      after(minutes)
      await endDueTalks(ctx)
    }
    expect(await db.$count(voiceCalls)).toBe(0)
    expect(unknown()).toHaveLength(2)
    expect(await outcomes()).toEqual([
      ['failed', 2],
      ['unknown', 2],
    ])
  })

  test('hangs up the call of a user who was deleted', async () => {
    const { user } = await talkOf()
    await db.delete(users).where(eq(users.id, user.id))
    expect(await db.$count(voiceTalks)).toBe(0)
    await endDueTalks(ctx)
    expect(provider.hungUp).toHaveLength(1)
    expect(await db.$count(voiceCalls)).toBe(0)
  })

  test('removes keys that have expired', async () => {
    await keyFor(await signIn(app, await createUser(db))).expect(200)
    await endDueTalks(ctx)
    expect(await db.$count(voiceKeys)).toBe(1)
    after(10)
    await endDueTalks(ctx)
    expect(await db.$count(voiceKeys)).toBe(0)
  })

  test('ends talks where voice is no longer set up', async () => {
    await talkOf()
    after(15)
    await endDueTalks({ ...ctx, voiceProvider: undefined })
    expect(await db.select().from(voiceTalks)).toMatchObject([{ seconds: 900 }])
    expect(await db.$count(voiceCalls)).toBe(1)
  })
})

test('deleting the account hangs up at once', async () => {
  const { user } = await talkOf()
  const client = await signIn(app, user)
  await client.delete('/api/account').send({ email: user.email }).expect(204)
  await vi.waitFor(() => expect(provider.hungUp).toHaveLength(1), 10_000)
  await vi.waitFor(async () => expect(await db.$count(voiceCalls)).toBe(0), 10_000)
})

test('a talk that begins waits for a deletion under way before it holds anything itself', async () => {
  const user = await createUser(db)
  const client = await signIn(app, user)
  const { value } = (await keyFor(client).expect(200)).body
  const beginning = await db.transaction(async (tx) => {
    await tx.select().from(users).where(eq(users.id, user.id)).for('update')
    const beginning = sendOffer(client, value).then((answer) => answer)
    await untilOneIsBlocked(db)
    await tx.delete(users).where(eq(users.id, user.id))
    return [beginning]
  })
  expect((await beginning[0])?.status).toBe(401)
})
