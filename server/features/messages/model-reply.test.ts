import type { ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { beforeEach, describe, expect, test } from 'vitest'
import { gsm7Length } from '../../senders/gsm7'
import { createTextModel } from '../../senders/text-model'
import { createEntry, createGoal, createUser, newPhoneNumber } from '../../test/factories'
import { provider, replyIn } from '../../test/incoming-text'
import { captureLog } from '../../test/log'
import { serve } from '../../test/serve'
import { createTestApp } from '../../test/test-app'

type Answer = (res: ServerResponse) => unknown
type Asked = {
  url?: string
  authorization?: string
  body: { model: string; max_completion_tokens?: number; messages: { role: string; content: string }[] }
}

const asked: Asked[] = []
let answer: Answer
const says =
  (content: unknown): Answer =>
  (res) =>
    res
      .setHeader('Content-Type', 'application/json')
      .end(JSON.stringify({ choices: [{ message: { content } }] }))

// A server of its own, that the real client talks to.
const model = await serve()
const ask = async (req: Parameters<Parameters<typeof model.handle>[0]>[0], res: ServerResponse) => {
  asked.push({
    url: req.url,
    authorization: req.headers.authorization,
    body: (await json(req)) as Asked['body'],
  })
  answer(res)
}
model.handle((req, res) => void ask(req, res))
const settings = { apiKey: 'sk-secret', baseUrl: `${model.origin}/v1`, model: 'small-model' }

const logged = captureLog()
let limitMs: number
let now = new Date()
const { app, ctx, db } = await createTestApp({
  log: logged.log,
  now: () => new Date(now.getTime()),
  textModel: {
    name: settings.model,
    complete: (...args) => createTextModel(settings, limitMs).complete(...args),
  },
})
const { text } = provider(app, ctx)
let number: string
let anaId: string
beforeEach(async () => {
  now = new Date('2026-11-21T12:00:00Z')
  asked.length = 0
  logged.clear()
  limitMs = 60_000
  answer = says('What made it good?')
  number = newPhoneNumber()
  anaId = (await createUser(db, { phoneNumber: number, timezone: 'Asia/Tokyo' })).id
})
const say = async (Body: string) => {
  const reply = replyIn(await text({ From: number, Body }).expect(200))
  now = new Date(now.getTime() + 60_000)
  return reply
}
const thanks = 'Thank you, Ana. Saved for today.'

test('Lisa replies from the conversation of the day, the name, the goals and the streak', async () => {
  await createGoal(db, anaId, { title: 'Run a marathon', timeline: 'annual' })
  await createGoal(db, anaId, { title: 'Plant a tree', achievedAt: new Date() })
  await createEntry(db, anaId, { entryDate: '2026-11-20' })
  await say('Yesterday in Tokyo')
  now = new Date('2026-11-21T20:00:00Z')
  expect(await say('I ran.')).toBe('What made it good?')
  await say('HELP')
  answer = says('Nice.')
  expect(await say('The sea')).toBe('Nice.')
  expect(asked).toHaveLength(3)
  const { url, authorization, body } = asked[2]!
  expect([url, authorization, body.model]).toEqual([
    '/v1/chat/completions',
    'Bearer sk-secret',
    'small-model',
  ])
  const [system, ...conversation] = body.messages
  for (const part of [
    'You talk by text message with Ana',
    '2026-11-22',
    '[annual] Run a marathon',
    'You are an AI',
  ])
    expect(system!.content).toContain(part)
  expect(system!.content).not.toContain('Plant a tree')
  expect(conversation).toEqual([
    { role: 'user', content: 'I ran.' },
    { role: 'assistant', content: 'What made it good?' },
    { role: 'user', content: 'The sea' },
  ])
})

test('what was delivered twice asks the model once, when one after the other', async () => {
  const params = { MessageSid: 'SMtwice', From: number, Body: 'Hi' }
  const replies = [await text(params).expect(200), await text(params).expect(200)]
  expect(replies.map(replyIn)).toEqual(['What made it good?', 'What made it good?'])
  expect(asked).toHaveLength(1)
})

test('two deliveries at once both give the reply of one', async () => {
  let n = 0
  answer = (res) => says(`Reply ${++n}`)(res)
  const params = { MessageSid: 'SMtogether', From: number, Body: 'Hi' }
  const replies = await Promise.all([text(params), text(params), text(params)])
  expect(new Set(replies.map(replyIn)).size).toBe(1)
})

/** Shorter than the limit of a reply, and long enough to be asked on a busy machine. */
const quickly = 2_000

test.each<[string, Answer, number?]>([
  ['is broken', (res) => res.writeHead(500).end('{"error":{"message":"secret-words"}}')],
  ['refuses the key', (res) => res.writeHead(401).end('sk-secret secret-words')],
  ['has too much to do', (res) => res.writeHead(429, { 'Retry-After': '0' }).end()],
  ['hangs up', (res) => res.destroy()],
  ['sends elsewhere', (res) => res.writeHead(307, { Location: `${model.origin}/elsewhere` }).end()],
  ['never answers', () => {}, quickly],
  [
    'stops in the middle of its answer',
    (res) => res.writeHead(200, { 'Content-Type': 'application/json' }).write('{"cho'),
    quickly,
  ],
  ['sends a page', (res) => res.setHeader('Content-Type', 'text/html').end('<h1>secret-words</h1>')],
  ['sends half of its JSON', (res) => res.setHeader('Content-Type', 'application/json').end('{"choices":[')],
  ['sends null', (res) => res.setHeader('Content-Type', 'application/json').end('null')],
  ['has no choice', (res) => res.setHeader('Content-Type', 'application/json').end('{"choices":[]}')],
  ['says nothing', says('  ')],
  ['says what is no text', says([{ type: 'image' }])],
])('a model that %s: the plain reply, in time and after one try', async (_, how, limit = limitMs) => {
  answer = how
  limitMs = limit
  expect(await say('secret-words of mine')).toBe(thanks)
  expect(asked).toHaveLength(1)
  expect(logged.text()).toContain('the text model failed')
  for (const secret of ['secret-words', 'sk-secret', number]) expect(logged.text()).not.toContain(secret)
})

test('a model that is down: the plain reply', async () => {
  await model.stop()
  expect(await say('Hi')).toBe(thanks)
  await model.restart()
  expect(await say('Hi')).toBe('What made it good?')
})

test('an answer that is too long is cut at a sentence to two texts, and what XML cannot hold is left out', async () => {
  answer = says(`${'This is a sentence. '.repeat(40)}`)
  expect(await say('Hi')).toMatch(/^(This is a sentence\. ){10,}This is a sentence\.$/)
  answer = says('x'.repeat(5_000))
  const cut = (await say('Hi'))!
  expect(cut).toMatch(/^x+\.\.\.$/)
  expect(gsm7Length(cut)).toBeLessThanOrEqual(306)
  answer = says('A\u0000B\u0008C\ud800 <b>&amp;')
  expect(await say('Hi')).toBe('ABC <b>&amp;')
  answer = says('日'.repeat(5_000))
  expect((await say('Hi'))!.length).toBeLessThanOrEqual(134)
})

test('no character of an answer doubles the price of its text', async () => {
  answer = says('“Sí” — that’s lovely… 💛 What’s next?')
  expect(await say('Hi')).toBe('"Si" - that\'s lovely... What\'s next?')
})

test('what an answer may cost is bounded', async () => {
  await say('Hi')
  expect(asked[0]?.body.max_completion_tokens).toBe(1_000)
})

describe('somebody in danger', () => {
  test('gets the crisis line at once, without a question to the model', async () => {
    expect(await say('I want to kill myself')).toMatch(/^I'm an AI.*call 988/)
    expect(asked).toEqual([])
  })

  test('is remembered by the model, however long the text was', async () => {
    await say('I walked to the lake. '.repeat(60) + 'I want to kill myself')
    await say('Are you there?')
    expect(asked[0]?.body.messages[1]?.content).toContain('I want to kill myself')
  })

  test('gets it when the model is dead', async () => {
    answer = (res) => res.destroy()
    expect(await say('I want to kill myself')).toMatch(/call 988/)
  })
})

test('a model is asked 60 times an hour for one person; then replies are plain', async () => {
  for (let n = 0; n < 60; n++) {
    now = new Date('2026-11-21T12:00:00Z')
    expect(await say('Hi')).toBe('What made it good?')
  }
  expect(await say('Hi')).toBe(thanks)
  now = new Date('2026-11-21T13:00:00Z')
  expect(await say('Hi')).toBe('What made it good?')
}, 60_000)
