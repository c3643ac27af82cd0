import type { IncomingMessage, ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { beforeEach } from 'vitest'
import { createTextModel } from '../senders/text-model'
import { createUser, newPhoneNumber } from './factories'
import { provider, replyIn } from './incoming-text'
import { captureLog } from './log'
import { serve } from './serve'
import { createTestApp } from './test-app'

export type Answer = (res: ServerResponse) => unknown
type Asked = {
  url?: string
  authorization?: string
  body: {
    model: string
    input?: string
    max_completion_tokens?: number
    messages: { role: string; content: string }[]
  }
}

export const says =
  (content: unknown): Answer =>
  (res) =>
    res
      .setHeader('Content-Type', 'application/json')
      .end(JSON.stringify({ choices: [{ message: { content } }] }))

/** The answer of OpenAI's moderation. */
export const moderates =
  (categories: Record<string, boolean>): Answer =>
  (res) =>
    res.setHeader('Content-Type', 'application/json').end(JSON.stringify({ results: [{ categories }] }))
const unflagged = moderates({ 'self-harm': false, 'self-harm/intent': false, violence: true })

/** What Ana gets when no model replies. */
export const thanks = 'Thank you, Ana. Saved for today.'

/** An app that Ana texts, and the server of the text model, which answers as the test says. */
export async function createModelReplyApp() {
  // A server of its own, that the real client talks to.
  const server = await serve()
  const asked: Asked[] = []
  const judged: string[] = []
  const model = {
    ...server,
    asked,
    answer: says('What made it good?'),
    limitMs: 60_000,
    /** The texts of which it was asked whether they tell of danger, and what it says to that. */
    judged,
    verdict: says('No.'),
    /** What the moderation was asked, and its answer. */
    moderated: [] as Asked['body'][],
    moderation: unflagged,
    /** What it was asked about the goals that a text tells of, and its answer to that. */
    askedOfGoals: [] as Asked['body']['messages'][],
    goal: says('none'),
    /** What it was asked about the journal, and its answer to that. */
    askedOfJournal: [] as Asked['body']['messages'][],
    search: says('{}'),
  }
  const ask = async (req: IncomingMessage, res: ServerResponse) => {
    const body = (await json(req)) as Asked['body']
    if (req.url === '/v1/moderations') {
      model.moderated.push(body)
      return model.moderation(res)
    }
    const [system, said] = body.messages
    if (system?.content.includes('yes or no')) {
      judged.push(said?.content ?? '')
      return model.verdict(res)
    }
    if (system?.content.includes('the number of that goal')) {
      model.askedOfGoals.push(body.messages)
      return model.goal(res)
    }
    if (system?.content.includes('may stand in their journal')) {
      model.askedOfJournal.push(body.messages)
      return model.search(res)
    }
    asked.push({ url: req.url, authorization: req.headers.authorization, body })
    model.answer(res)
  }
  server.handle((req, res) => void ask(req, res))
  const settings = {
    apiKey: 'sk-secret',
    baseUrl: `${server.origin}/v1`,
    model: 'small-model',
    hasModeration: true,
  }
  const provided = () => createTextModel(settings, model.limitMs)

  const logged = captureLog()
  const clock = { now: new Date() }
  const { app, ctx, db } = await createTestApp({
    log: logged.log,
    now: () => new Date(clock.now.getTime()),
    textModel: {
      name: settings.model,
      complete: (...args) => provided().complete(...args),
      tellsOfSelfHarm: async (...args) => (await provided().tellsOfSelfHarm?.(...args)) ?? false,
    },
  })
  const { text } = provider(app, ctx)
  const ana = { id: '', number: '' }
  beforeEach(async () => {
    clock.now = new Date('2026-11-21T12:00:00Z')
    asked.length = 0
    judged.length = 0
    model.verdict = says('No.')
    model.moderated.length = 0
    model.moderation = unflagged
    model.askedOfGoals.length = 0
    model.goal = says('none')
    model.askedOfJournal.length = 0
    model.search = says('{}')
    logged.clear()
    model.limitMs = 60_000
    model.answer = says('What made it good?')
    ana.number = newPhoneNumber()
    ana.id = (await createUser(db, { phoneNumber: ana.number, timezone: 'Asia/Tokyo' })).id
  })
  return {
    model,
    logged,
    clock,
    ctx,
    db,
    ana,
    text,
    /** Ana's text, and the reply to it; the clock then goes on by a minute. */
    async say(Body: string) {
      const reply = replyIn(await text({ From: ana.number, Body }).expect(200))
      clock.now = new Date(clock.now.getTime() + 60_000)
      return reply
    },
  }
}
