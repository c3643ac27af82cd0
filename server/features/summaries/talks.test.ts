import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { voiceTalks } from '@shared/schema'
import { one } from '../../http/errors'
import { createFakeTextModel } from '../../test/fake-text-model'
import { captureLog } from '../../test/log'
import { type Client, signInAnaAndBen, unknownId, type User } from '../../test/people'
import { createTestApp } from '../../test/test-app'

const model = createFakeTextModel()
const logged = captureLog()
let now = new Date()
const { app, db } = await createTestApp({ textModel: model, log: logged.log, now: () => now })
let ana: User, ben: User, asAna: Client, asBen: Client
beforeEach(async () => {
  now = new Date('2026-11-26T08:00:00Z')
  ;({ ana, ben, asAna, asBen } = await signInAnaAndBen(app, db))
  model.asked.splice(0)
  model.answer = async () => '{"summary": "They ran at the lake."}'
  logged.clear()
})

let talks = 0
async function aTalk({ id: userId } = ana) {
  const begunAt = new Date(Date.UTC(2026, 10, 1, 8, ++talks))
  const localDate = begunAt.toISOString().slice(0, 10)
  const values = { userId, localDate, begunAt, endsAt: begunAt, endedAt: begunAt }
  return one(await db.insert(voiceTalks).values(values).returning(), 'Talk').id
}
const switched = (client: Client, remember: boolean) =>
  client.put('/api/talks/memory').send({ remember }).expect(200)
const tell = (client: Client, id: string, said = 'Lisa: How was your day?\nYou: I ran at the lake.') =>
  client.post(`/api/talks/${id}/said`).send({ said })
const remembered = async (client: Client, query = '') =>
  (await client.get(`/api/talks${query}`).expect(200)).body as { id: string; date: string; summary: string }[]

describe('what Lisa may remember and read', () => {
  const off = { remember: false, readsJournal: false, isSummarised: true }
  const memoryOf = async (client: Client) =>
    (await client.get('/api/talks/memory').expect(200)).body as object

  test("is off until it is switched on, each by itself, and is one's own", async () => {
    expect(await memoryOf(asAna)).toEqual(off)
    expect((await switched(asAna, true)).body).toEqual({ ...off, remember: true })
    await asAna.put('/api/talks/memory').send({ readsJournal: true }).expect(200)
    expect(await memoryOf(asAna)).toEqual({ ...off, remember: true, readsJournal: true })
    expect(await memoryOf(asBen)).toEqual(off)
  })

  test.each([{}, { remember: 'yes' }, { remember: null }, { readsJournal: 1 }])(
    '%o changes nothing',
    async (sent) => {
      await switched(asAna, true)
      const { status } = await asAna.put('/api/talks/memory').send(sent)
      expect(status).toBe(Object.keys(sent).length ? 400 : 200)
      expect(await memoryOf(asAna)).toEqual({ ...off, remember: true })
    },
  )

  test('keeps nothing of a talk while it is off, and what was kept before', async () => {
    await tell(asAna, await aTalk()).expect(204)
    expect(await remembered(asAna)).toEqual([])
    expect(model.asked).toEqual([])
    await switched(asAna, true)
    const id = await aTalk()
    await tell(asAna, id).expect(204)
    await switched(asAna, false)
    await tell(asAna, await aTalk()).expect(204)
    expect((await remembered(asAna)).map((talk) => talk.id)).toEqual([id])
  })
})

describe('a talk that is remembered', () => {
  beforeEach(() => switched(asAna, true))

  test("is listed before a later one of one's own", async () => {
    const [first, second] = [await aTalk(), await aTalk()]
    for (const id of [first, second]) await tell(asAna, id).expect(204)
    expect(await remembered(asAna, `?before=${second}`)).toMatchObject([{ id: first }])
    expect(await remembered(asAna, `?before=${first}`)).toEqual([])
    await asAna.delete(`/api/talks/${second}`).expect(204)
    expect(await remembered(asAna, `?before=${second}`)).toMatchObject([{ id: first }])
    await asAna.get('/api/talks?before=yesterday').expect(400)
    await switched(asBen, true)
    await tell(asBen, await aTalk(ben)).expect(204)
    expect(await remembered(asBen, `?before=${await aTalk()}`)).toEqual([])
  })

  test('is summarised by the text model from both sides, newest first', async () => {
    const [first, second] = [await aTalk(), await aTalk()]
    await tell(asAna, first, 'You: I slept.\nmore of it').expect(204)
    await tell(asAna, second).expect(204)
    expect(await remembered(asAna)).toMatchObject([
      { id: second, date: '2026-11-01', summary: 'They ran at the lake.' },
      { id: first, date: '2026-11-01', summary: 'They ran at the lake.' },
    ])
    expect(await remembered(asAna, '?limit=1')).toMatchObject([{ id: second }])
    expect(model.asked.map(([, asked]) => asked?.content)).toEqual([
      'User: I slept.\nUser: more of it',
      'Lisa: How was your day?\nUser: I ran at the lake.',
    ])
  })

  test.each([
    ['fails', async () => Promise.reject(new Error('secret-words'))],
    ['answers with prose', async () => 'secret-words'],
  ])('is in the own words of the user when the text model %s', async (_, answer) => {
    model.answer = answer
    const id = await aTalk()
    await tell(asAna, id).expect(204)
    expect(await remembered(asAna)).toMatchObject([{ id, summary: 'I ran at the lake.' }])
    for (const secret of ['secret-words', 'lake']) expect(logged.text()).not.toContain(secret)
  })

  test('never loses a late sentence of danger', async () => {
    const said = `${'You: The soup was good.\n'.repeat(700)}You: I want to die.`
    await tell(asAna, await aTalk(), said).expect(204)
    expect((await remembered(asAna))[0]?.summary).toMatch(/want to die\.?\nThey ran at the lake\.$/)
    model.answer = async () => ''
    await tell(asAna, await aTalk(), said).expect(204)
    const [{ summary } = { summary: '' }] = await remembered(asAna)
    expect(summary).toContain('want to die')
    expect(summary.length).toBeLessThanOrEqual(500)
  })

  test('is remembered once, and not again once it was forgotten', async () => {
    const id = await aTalk()
    await tell(asAna, id).expect(204)
    await tell(asAna, id, 'You: Something else.').expect(204)
    expect(model.asked).toHaveLength(1)
    await asAna.delete(`/api/talks/${id}`).expect(204)
    await asAna.patch(`/api/talks/${id}`).send({ kept: true }).expect(404)
    await tell(asAna, id).expect(204)
    expect(await remembered(asAna)).toEqual([])
    await asAna.delete(`/api/talks/${id}`).expect(204)
  })

  test('that is forgotten while the text model writes stays forgotten', async () => {
    const id = await aTalk()
    model.answer = async () => {
      await asAna.delete(`/api/talks/${id}`).expect(204)
      return '{"summary": "They ran at the lake."}'
    }
    await tell(asAna, id).expect(204)
    expect(await remembered(asAna)).toEqual([])
  })

  test('without a word of the user leaves nothing', async () => {
    await tell(asAna, await aTalk(), 'Lisa: Hello?').expect(204)
    expect(await remembered(asAna)).toEqual([])
    expect(model.asked).toEqual([])
  })

  test("is nobody else's: not to read, to tell of or to forget", async () => {
    const id = await aTalk()
    await tell(asAna, id).expect(204)
    await switched(asBen, true)
    expect(await remembered(asBen)).toEqual([])
    for (const theirs of [id, unknownId, 'x']) {
      const { body } = await tell(asBen, theirs, 'You: Mine.').expect(404)
      expect(body).toEqual({ message: 'Talk not found' })
      await asBen.delete(`/api/talks/${theirs}`).expect(404)
    }
    expect(await remembered(asAna)).toMatchObject([{ id, summary: 'They ran at the lake.' }])
  })

  test('ends after 90 days, unless it is kept', async () => {
    const [kept, old] = [await aTalk(), await aTalk()]
    const change = (id: string, body: object, client = asAna) => client.patch(`/api/talks/${id}`).send(body)
    for (const id of [kept, old]) await tell(asAna, id).expect(204)
    expect((await change(kept, { kept: true }).expect(200)).body).toMatchObject({ kept: true })
    expect((await change(old, {}).expect(200)).body).toMatchObject({ kept: false })
    now = new Date('2027-01-31T08:00:00Z')
    expect(await remembered(asAna)).toMatchObject([{ id: kept }])
    await change(old, { kept: true }).expect(404)
    await change(kept, { kept: false }, asBen).expect(404)
    await change(kept, { kept: false }).expect(200)
    await change(kept, { kept: true }).expect(404)
  })

  test('keeps what the user means to do on a day, also beside the summary of the text model', async () => {
    const id = await aTalk()
    await tell(asAna, id, 'Lisa: I will call on Monday.\nYou: I will see Ben on 24 December.').expect(204)
    const see = { date: '2026-12-24', text: 'I will see Ben on 24 December.', asked: false }
    expect(await remembered(asAna)).toMatchObject([{ summary: 'They ran at the lake.', intentions: [see] }])
  })

  test('has one intention changed, whatever another window shows, and two that become equal are one', async () => {
    const id = await aTalk()
    await tell(asAna, id, 'You: I will swim on 24 December.\nYou: I will run on 25 December.').expect(204)
    const change = (body: object) => asAna.patch(`/api/talks/${id}`).send(body)
    const changed = async (body: object) =>
      ((await change(body).expect(200)).body as { intentions: unknown }).intentions
    const swim = { date: '2026-12-24', text: 'I will swim on 24 December.' }
    const run = { date: '2026-12-25', text: 'I will run on 25 December.' }
    const walk = { ...swim, text: 'Walk' }
    expect(await changed({ asked: [swim, { ...swim, text: 'Of another window' }] })).toEqual([
      { ...swim, asked: true },
      { ...run, asked: false },
    ])
    expect(await changed({ intention: { from: swim, to: walk } })).toMatchObject([
      { ...walk, asked: true },
      run,
    ])
    await change({ kept: true, intention: { from: swim } }).expect(409)
    expect(await remembered(asAna)).toMatchObject([{ kept: false, intentions: [walk, run] }])
    expect(await changed({ intention: { from: run, to: walk } })).toEqual([{ ...walk, asked: true }])
    expect(await changed({ intention: { from: walk, to: run } })).toEqual([{ ...run, asked: false }])
    expect(await changed({ intention: { from: run } })).toEqual([])
  })

  test('is told in text of a bounded length', async () => {
    const id = await aTalk()
    for (const said of [undefined, 7, 'x'.repeat(20_001), 'a\u0000']) {
      const { body } = await asAna.post(`/api/talks/${id}/said`).send({ said }).expect(400)
      expect(body.errors).toMatchObject([{ path: 'said' }])
    }
    await asAna.get('/api/talks?limit=0').expect(400)
    expect(await remembered(asAna)).toEqual([])
  })
})

test('a summary with a number that the user did not say is refused, and the own words stay', async () => {
  await switched(asAna, true)
  model.answer = async () => '{"summary": "They ran 5 times at the lake."}'
  const id = await aTalk()
  await tell(asAna, id).expect(204)
  await vi.waitFor(async () =>
    expect(await db.select().from(voiceTalks).where(eq(voiceTalks.id, id))).toMatchObject([{ refused: '5' }]),
  )
  expect(await remembered(asAna)).toMatchObject([{ id, summary: 'I ran at the lake.' }])
})

test('without a text model the own words of the user are kept', async () => {
  const plain = await createTestApp()
  const people = await signInAnaAndBen(plain.app, plain.db)
  await switched(people.asAna, true)
  const begunAt = new Date('2026-11-01T08:00:00Z')
  const values = { userId: people.ana.id, localDate: '2026-11-01', begunAt, endsAt: begunAt }
  const { id } = one(await plain.db.insert(voiceTalks).values(values).returning(), 'Talk')
  await tell(people.asAna, id).expect(204)
  expect(await remembered(people.asAna)).toMatchObject([
    { id, date: '2026-11-01', summary: 'I ran at the lake.' },
  ])
})
