import { eq } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
import { voiceCalls, voiceTalks } from '@shared/schema'
import { beginTalk, createFakeVoiceProvider, keyFor, sendOffer } from '../../test/fake-voice-provider'
import { type Client, signInAnaAndBen, type User } from '../../test/people'
import { createTestApp, signIn } from '../../test/test-app'

const provider = await createFakeVoiceProvider()
const { app, db } = await createTestApp({ voiceProvider: provider.create() })

let ana: User
let asAna: Client
let asBen: Client
beforeEach(async () => {
  provider.reset()
  await db.delete(voiceCalls)
  ;({ ana, asAna, asBen } = await signInAnaAndBen(app, db))
})

const callOf = async (talkId: string) => {
  const [call] = await db.select().from(voiceCalls).where(eq(voiceCalls.talkId, talkId))
  return call!.callId
}
const everywhere = (client: Client) => client.delete('/api/account/sessions').expect(204)

test.each([
  ['signing out', (client: Client) => client.get('/api/logout').expect(302)],
  ['signing out everywhere', everywhere],
  [
    'deleting the account',
    (client: Client) => client.delete('/api/account').send({ email: ana.email }).expect(204),
  ],
])('%s hangs up the open talk at the provider at once, and that of nobody else', async (_, leave) => {
  const anas = await beginTalk(asAna)
  const call = await callOf(anas.talkId)
  const bens = await beginTalk(asBen)
  await leave(asAna)
  await vi.waitFor(() => expect(provider.hungUp).toEqual([call]), 15_000)
  const open = await db.select().from(voiceTalks).where(eq(voiceTalks.id, bens.talkId))
  expect(open).toMatchObject([{ endedAt: null }])
})

test('a talk that was begun in another window ends too, and a key from before begins none', async () => {
  const elsewhere = await signIn(app, ana)
  const talk = await beginTalk(elsewhere)
  const { body: key } = await keyFor(asAna).expect(200)
  const call = await callOf(talk.talkId)
  await everywhere(asAna)
  await vi.waitFor(() => expect(provider.hungUp).toEqual([call]), 15_000)
  await sendOffer(elsewhere, key.value).expect(401)
  expect(provider.askedFor('/calls')).toHaveLength(1)
})
