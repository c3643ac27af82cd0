import { expect, test } from 'vitest'
import { type Answer, createModelReplyApp, says, thanks } from '../../test/model-reply-app'

const { model, logged, ana, say } = await createModelReplyApp()

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
])('a model that %s: the plain reply, in time and after one try', async (_, how, limit = model.limitMs) => {
  model.answer = how
  model.limitMs = limit
  expect(await say('secret-words of mine')).toBe(thanks)
  expect(model.asked).toHaveLength(1)
  expect(logged.text()).toContain('the text model failed')
  for (const secret of ['secret-words', 'sk-secret', ana.number]) expect(logged.text()).not.toContain(secret)
})

test('a model that is down: the plain reply', async () => {
  await model.stop()
  expect(await say('Hi')).toBe(thanks)
  await model.restart()
  expect(await say('Hi')).toBe('What made it good?')
})
