import { beforeEach, describe, expect, test } from 'vitest'
import { createUser } from '../../test/factories'
import { createFakeVoiceProvider, keyFor, refuse, sendOffer } from '../../test/fake-voice-provider'
import type { Client } from '../../test/people'
import { createTestApp, signIn } from '../../test/test-app'

const start = new Date('2026-11-21T08:00:00Z')
let time = start
const provider = await createFakeVoiceProvider()
const { app, db } = await createTestApp({ voiceProvider: provider.create(), now: () => time })

let asAna: Client
beforeEach(async () => {
  time = start
  provider.reset()
  asAna = await signIn(app, await createUser(db))
})

/** Used, so that the next one is another. */
const useKey = async (client: Client) => sendOffer(client, (await keyFor(client).expect(200)).body.value)

describe('the limit', () => {
  test('is 10 keys an hour for each user', async () => {
    for (let i = 0; i < 10; i++) await useKey(asAna)
    const { headers } = await keyFor(asAna).expect(429)
    expect(Number(headers['retry-after'])).toBeGreaterThan(3500)
    expect(provider.askedFor('/calls')).toHaveLength(10)

    await keyFor(await signIn(app, await createUser(db))).expect(200)
    time = new Date(time.getTime() + 60 * 60 * 1000)
    await keyFor(asAna).expect(200)
  })

  test('does not count a talk that the provider failed to begin', async () => {
    provider.onCall = refuse(500)
    for (let i = 0; i < 12; i++) expect((await useKey(asAna)).status).toBe(502)
  })

  test('counts an offer that the provider refuses, so that nobody can ask it without end', async () => {
    provider.onCall = refuse(400)
    for (let i = 0; i < 10; i++) expect((await useKey(asAna)).status).toBe(502)
    await keyFor(asAna).expect(429)
    expect(provider.askedFor('/calls')).toHaveLength(10)
  })
})

describe('a key that was not used', () => {
  test('is given again while it is good, and counts once', async () => {
    const { body: first } = await keyFor(asAna)
    for (let i = 0; i < 12; i++) expect((await keyFor(asAna).expect(200)).body).toEqual(first)
    expect(provider.asked).toEqual([])

    time = new Date(start.getTime() + 599_000)
    const { body: next } = await keyFor(asAna).expect(200)
    expect(next.talkId).not.toBe(first.talkId)
    await sendOffer(asAna, first.value).expect(401)
  })

  test('is the same one for windows that ask at the same moment, and counts once', async () => {
    for (let round = 0; round < 6; round++) {
      const answers = await Promise.all(Array.from({ length: 4 }, () => keyFor(asAna)))
      const values = new Set(answers.map(({ body }) => body.value))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect(values.size).toBe(1)
      await sendOffer(asAna, answers[0]?.body.value).expect(201)
    }
    for (let i = 0; i < 4; i++) await useKey(asAna)
    await keyFor(asAna).expect(429)
  })
})
