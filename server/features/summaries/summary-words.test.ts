import { sayingDanger } from './summary-text'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { users } from '@shared/schema'
import { createFakeTextModel } from '../../test/fake-text-model'
import type { User } from '../../test/people'
import { at, createSummariesApp, tomorrow } from '../../test/summaries-app'

const { logged, db, createAna, say, tick, summaries } = await createSummariesApp()

let number: string, ana: User
beforeEach(async () => ({ number, ana } = await createAna()))

describe('the end of the day', () => {
  test.each([
    ['Etc/GMT+12', '2026-11-22T11:59:59Z', '2026-11-22T12:00:00Z', '2026-11-21'],
    ['Pacific/Kiritimati', '2026-11-21T09:59:59Z', '2026-11-21T10:00:00Z', '2026-11-21'],
    ['Asia/Kathmandu', '2026-11-21T18:14:59Z', '2026-11-21T18:15:00Z', '2026-11-21'],
    ['Europe/Berlin', '2026-10-25T22:59:59Z', '2026-10-25T23:00:00Z', '2026-10-25'],
    ['Europe/Berlin', '2026-03-29T21:59:59Z', '2026-03-29T22:00:00Z', '2026-03-29'],
    ['America/New_York', '2026-11-02T04:59:59Z', '2026-11-02T05:00:00Z', '2026-11-01'],
    ['Africa/Cairo', '2026-10-29T21:59:59Z', '2026-10-29T22:00:00Z', '2026-10-29'],
  ])('is that of %s: %s is the day, %s the next one', async (timezone, last, first, day) => {
    await db.update(users).set({ timezone }).where(eq(users.id, ana.id))
    await say(ana, 'Last.', new Date(last))
    await tick(new Date(last))
    expect(await summaries()).toEqual([])
    await say(ana, 'First.', new Date(first))
    await tick(new Date(first))
    expect(await summaries()).toMatchObject([{ summaryDate: day, summary: 'Last.', conversationCount: 1 }])
  })

  test('is that of the zone in which it was said, when the user moves', async () => {
    await say(ana, 'In London.', at('20:00'))
    await db.update(users).set({ timezone: 'Pacific/Auckland' }).where(eq(users.id, ana.id))
    await say(ana, 'In Auckland.', at('20:01'))
    await tick(at('12:00', '2026-11-22'))
    expect((await summaries()).map(({ summaryDate, summary }) => [summaryDate, summary])).toEqual([
      ['2026-11-21', 'In London.'],
      ['2026-11-22', 'In Auckland.'],
    ])
  })
})

describe('with a text model', () => {
  const made = async (answer: string | (() => Promise<string>)) => {
    const model = createFakeTextModel()
    model.answer = typeof answer === 'string' ? async () => answer : answer
    await say(ana, 'I walked to the lake.')
    await tick(tomorrow, model)
    return { model, row: (await summaries())[0]! }
  }

  test('a text model writes summary and topics from both sides of the conversation', async () => {
    const { model, row } = await made(
      '```json\n{"summary": "They walked.", "topics": ["walking", "walking", "", "walks with Peter"]}\n```',
    )
    expect(row).toMatchObject({
      summary: 'They walked.',
      topics: ['walking'],
      metadata: { model: 'fake-model' },
    })
    expect(model.asked[0]![1]!.content).toMatch(/^User: I walked to the lake\.\nLisa: Thank you/)
  })

  test('a summary with a name that nobody wrote is refused for the own words, and says so', async () => {
    const { row } = await made('{"summary": "They walked to the lake with Peter."}')
    const sources = [expect.any(String) as string]
    const metadata = { model: 'plain', sources, refused: 'Peter' }
    expect(row).toMatchObject({ summary: 'I walked to the lake.', metadata })
    expect(logged.text()).not.toContain('Peter')
  })

  test('a summary of a text model keeps our bounds', async () => {
    const { row } = await made(
      JSON.stringify({
        summary: `a\u0000${'b '.repeat(9_000)}`,
        topics: Array(50)
          .fill(0)
          .map((_, n) => `${'ab'.repeat(n + 1)} ${'x'.repeat(200)}`),
      }),
    )
    expect(row.summary.length).toBeLessThanOrEqual(2_000)
    expect(row.topics).toHaveLength(8)
    for (const topic of row.topics!) expect(topic.length).toBeLessThanOrEqual(60)
  })

  test.each([
    ['fails', async () => Promise.reject(new Error('secret-words'))],
    ['sends prose', async () => 'They walked. secret-words'],
    ['sends half of its JSON', async () => '{"summary": "Ana'],
    ['sends an empty summary', async () => '{"summary": " ", "topics": []}'],
    ['sends other JSON', async () => '{"text": "They walked"}'],
  ])('the summary is the plain one with a text model that %s', async (_, answer) => {
    const { row } = await made(answer)
    expect(row).toMatchObject({ summary: 'I walked to the lake.', metadata: { model: 'plain' } })
    for (const secret of ['secret-words', 'lake', number]) expect(logged.text()).not.toContain(secret)
  })
})

test('own words that are too long are shortened at a sentence', async () => {
  await say(ana, 'I walked to the lake. '.repeat(60))
  await say(ana, '👩‍👩‍👧‍👦'.repeat(60))
  await tick(tomorrow)
  expect((await summaries())[0]!.summary).toMatch(/^(I walked to the lake\. ){21}I walked to the lake\.$/)
})

describe('a late sentence of danger', () => {
  const day = async (model?: string) => {
    const fake = createFakeTextModel()
    fake.answer = async () => model ?? ''
    await say(ana, 'I walked to the lake. '.repeat(400))
    await say(ana, `${'The soup was good and '.repeat(200)} quiero morir`)
    await tick(tomorrow, model ? fake : undefined)
    return { summary: (await summaries())[0]!.summary, request: fake.asked[0]?.[1]?.content }
  }

  test('is never what a summary in own words cuts off', async () => {
    const { summary } = await day()
    expect(summary).toMatch(/^.{0,230}quiero morir\nI walked to the lake\./)
    expect(summary.length).toBeLessThanOrEqual(500)
  })

  test('reaches the text model, and a summary that is silent about it begins with it', async () => {
    const { summary, request } = await day('{"summary":"They walked to the lake."}')
    expect(summary).toMatch(/^.{0,230}quiero morir\nThey walked to the lake\.$/)
    expect(request).toContain('quiero morir')
    expect(request!.length).toBeLessThanOrEqual(12_000)
  })

  test('is not said again where the text model says it', async () => {
    const answer = 'She texted: quiero morir. She walked to the lake.'
    expect((await day(JSON.stringify({ summary: answer }))).summary).toBe(answer)
  })
})

test('a summary that only sounds heavy does not hide that pills were taken', () => {
  const messages = [{ messageDirection: 'inbound' as const, messageContent: 'I took all my pills' }]
  for (const summary of [
    'Her boss is going to kill her if she is late.',
    'Her son hits her sometimes, he is two.',
  ])
    expect(sayingDanger(summary, messages)).toContain('I took all my pills')
})
