import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { users, voiceCalls, voiceTalks } from '@shared/schema'
import {
  beginTalk,
  createFakeVoiceProvider,
  keyFor,
  offer,
  sdpAnswer,
  sendOffer,
} from '../../test/fake-voice-provider'
import { type Client, signInAnaAndBen, type User } from '../../test/people'
import { serve } from '../../test/serve'
import { createTestApp, sessionCookieOf } from '../../test/test-app'

const start = new Date('2026-11-21T08:00:00Z')
let time = start
const provider = await createFakeVoiceProvider()
const { app, ctx, db } = await createTestApp({ voiceProvider: provider.create(), now: () => time })

let ana: User
let asAna: Client
let asBen: Client
beforeEach(async () => {
  time = start
  provider.reset()
  await db.delete(voiceCalls)
  ;({ ana, asAna, asBen } = await signInAnaAndBen(app, db))
})

const talksOfAna = () => db.select().from(voiceTalks).where(eq(voiceTalks.userId, ana.id))
/** On a busy machine too. */
const soon = (check: () => unknown) => vi.waitFor(check, 15_000)
// An earlier test may still be hanging up its own.
const hungUp = (call: unknown) => soon(() => expect(provider.hungUp).toEqual(expect.arrayContaining([call])))
const callOf = async (talkId: string) => {
  const [call] = await db.select().from(voiceCalls).where(eq(voiceCalls.talkId, talkId))
  return call?.callId
}

describe('one talk at a time', () => {
  test('a second window hangs up the first before it begins, and the first one cannot end the second', async () => {
    const first = await beginTalk(asAna)
    const call = await callOf(first.talkId)
    time = new Date(start.getTime() + 90_500)
    await asAna.get(`/api/voice/calls/${first.talkId}`).expect(200, { isOpen: true })
    await asBen.get(`/api/voice/calls/${first.talkId}`).expect(404)
    const second = await beginTalk(asAna)
    await asAna.get(`/api/voice/calls/${first.talkId}`).expect(200, { isOpen: false })
    // A server with room for one talk would refuse the second one before.
    expect(provider.asked).toMatchObject([
      { url: '/v1/realtime/calls' },
      { url: `/v1/realtime/calls/${call}/hangup`, authorization: 'Bearer sk-server', body: '' },
      { url: '/v1/realtime/calls' },
    ])
    await asAna.delete('/api/voice/calls').send({ talkId: first.talkId }).expect(204)
    expect(await talksOfAna()).toMatchObject([
      { id: first.talkId, endedAt: time, seconds: 91 },
      { id: second.talkId, endedAt: null, seconds: null },
    ])
    await hungUp(call)
  })

  test('that of somebody else goes on', async () => {
    const anas = await beginTalk(asAna)
    const bens = await beginTalk(asBen)
    await asBen.delete('/api/voice/calls').send({ talkId: anas.talkId }).expect(204)
    await asBen.delete('/api/voice/calls').expect(204)
    await soon(async () => expect(await callOf(bens.talkId)).toBeUndefined())
    expect(await callOf(anas.talkId)).toBeDefined()
    expect(await talksOfAna()).toMatchObject([{ endedAt: null, usage: null }])
  })
})

describe('the end', () => {
  const usage = { inputTokens: 1200, outputTokens: 340 }

  test('hangs up, and keeps how long it was and what it used', async () => {
    const { talkId } = await beginTalk(asAna)
    const call = await callOf(talkId)
    time = new Date(start.getTime() + 60_000)
    await asAna.delete('/api/voice/calls').send({ talkId, usage }).expect(204)
    expect(await talksOfAna()).toMatchObject([{ endedAt: time, seconds: 60, usage }])
    await hungUp(call)
    await soon(async () => expect(await db.$count(voiceCalls, eq(voiceCalls.callId, call ?? ''))).toBe(0))
  })

  test('comes without a body too, and as often as one likes', async () => {
    await asAna.delete('/api/voice/calls').expect(204)
    await beginTalk(asAna)
    for (let i = 0; i < 3; i++) await asAna.delete('/api/voice/calls').expect(204)
    expect(await talksOfAna()).toMatchObject([{ endedAt: start, usage: null }])
  })

  test('what the page tells of a talk that the server has ended counts, and once', async () => {
    ctx.metrics.dangerAnswers.reset()
    const { talkId } = await beginTalk(asAna)
    await asAna.delete('/api/voice/calls').expect(204)
    for (const inputTokens of [1200, 0]) {
      const told = { talkId, usage: { ...usage, inputTokens }, helpShown: ['self-harm'] }
      await asAna.delete('/api/voice/calls').send(told).expect(204)
    }
    expect(await talksOfAna()).toMatchObject([{ usage }])
    expect((await ctx.metrics.dangerAnswers.get()).values).toMatchObject([{ value: 1 }])
  })

  test('usage that cannot be is no reason to go on', async () => {
    const { talkId } = await beginTalk(asAna)
    const strange = { talkId, usage: { inputTokens: null, outputTokens: -1 } }
    await asAna.delete('/api/voice/calls').send(strange).expect(204)
    expect(await talksOfAna()).toMatchObject([{ endedAt: start, usage: null }])
  })

  test('tells for which kinds of danger numbers were shown: they are counted once, without words or a user', async () => {
    ctx.metrics.dangerAnswers.reset()
    const { talkId } = await beginTalk(asAna)
    const told = {
      talkId,
      helpShown: ['self-harm', 'overdose', 'overdose'],
      lineShown: ['self-harm'],
    }
    await asBen.delete('/api/voice/calls').send(told).expect(204)
    await asAna.delete('/api/voice/calls').send(told).expect(204)
    await asAna.delete('/api/voice/calls').send(told).expect(204)
    expect((await ctx.metrics.dangerAnswers.get()).values).toEqual([
      { labels: { kind: 'self-harm', channel: 'voice', answer: 'help' }, value: 1 },
      { labels: { kind: 'overdose', channel: 'voice', answer: 'help' }, value: 1 },
      { labels: { kind: 'self-harm', channel: 'voice', answer: 'line' }, value: 1 },
    ])
  })

  test('ends the talk also where it names a kind that is none, which is not counted', async () => {
    ctx.metrics.dangerAnswers.reset()
    const { talkId } = await beginTalk(asAna)
    const told = { talkId, helpShown: ['I want to die'], lineShown: 'self-harm' }
    await asAna.delete('/api/voice/calls').send(told).expect(204)
    expect(await talksOfAna()).toMatchObject([{ endedAt: start }])
    expect((await ctx.metrics.dangerAnswers.get()).values).toEqual([])
  })

  test('has the provider asked about a transcription model that was gone in the talk, once', async () => {
    const asked = () => provider.asked.filter(({ url }) => url.endsWith('/models/gpt-4o-mini-transcribe'))
    const { talkId } = await beginTalk(asAna)
    const told = { talkId, goneTranscription: 'gpt-4o-mini-transcribe' }
    await asBen.delete('/api/voice/calls').send(told).expect(204)
    await asAna.delete('/api/voice/calls').send(told).expect(204)
    await soon(() => expect(asked()).toHaveLength(1))
    await asAna.delete('/api/voice/calls').send(told).expect(204)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(asked()).toHaveLength(1)
  })

  test('of a talk whose offer is still under way hangs up its call as soon as there is one', async () => {
    let answer = () => {}
    provider.onCall = (res) => {
      answer = () => res.writeHead(201, { Location: '/v1/realtime/calls/rtc_late' }).end(sdpAnswer)
    }
    const { body: key } = await keyFor(asAna)
    const offered = sendOffer(asAna, key.value).then(({ status }) => status)
    await soon(() => expect(provider.askedFor('/calls')).toHaveLength(1))
    await asAna.delete('/api/voice/calls').send({ talkId: key.talkId }).expect(204)
    answer()
    expect(await offered).toBe(409)
    await hungUp('rtc_late')
  })

  test('of a window that is closed in the middle of the offer uses up no minutes and leaves no call open', async () => {
    let answer = () => {}
    provider.onCall = (res) => {
      answer = () => res.writeHead(201, { Location: '/v1/realtime/calls/rtc_unheard' }).end(sdpAnswer)
    }
    const { body: key } = await keyFor(asAna)
    const server = await serve()
    const closed = new Promise((resolve) =>
      server.handle(
        (req, res) =>
          void app(
            req,
            res.once('close', () => resolve(true)),
          ),
      ),
    )
    const browser = new AbortController()
    const offered = fetch(`${server.origin}/api/voice/calls`, {
      method: 'POST',
      headers: {
        Cookie: await sessionCookieOf(app, ana),
        Origin: ctx.env.appUrl,
        Authorization: `Bearer ${key.value}`,
        'Content-Type': 'application/sdp',
      },
      body: offer,
      signal: browser.signal,
    }).catch(() => 'gone')
    await soon(() => expect(provider.askedFor('/calls')).toHaveLength(1))
    browser.abort()
    expect(await offered).toBe('gone')
    await closed
    answer()
    await hungUp('rtc_unheard')
    expect(await talksOfAna()).toEqual([])
  })

  test('of a user who is deleted in the middle of the offer leaves no call open', async () => {
    let answer = () => {}
    provider.onCall = (res) => {
      answer = () => res.writeHead(201, { Location: '/v1/realtime/calls/rtc_orphan' }).end(sdpAnswer)
    }
    const { body: key } = await keyFor(asAna)
    const offered = sendOffer(asAna, key.value).then(({ status }) => status)
    await soon(() => expect(provider.askedFor('/calls')).toHaveLength(1))
    await db.delete(users).where(eq(users.id, ana.id))
    answer()
    expect(await offered).toBe(409)
    await hungUp('rtc_orphan')
  })
})
