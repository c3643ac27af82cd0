import request from 'supertest'
import { describe, expect, test } from 'vitest'
import { createGoal, createUser } from '../test/factories'
import { createTestApp, signIn } from '../test/test-app'
import { empty, endpoints, id, instant, json, redirect } from '@shared/endpoint'
import { z } from 'zod'
import { serve } from './serve'

const { app, db } = await createTestApp()
const ana = await createUser(db)
const asAna = await signIn(app, ana)
const goal = await createGoal(db, ana.id)

describe('an endpoint is found as Express finds a route', () => {
  test('by its path in any case, and with a slash at its end', async () => {
    for (const path of ['/API/goals', '/api/goals/', `/api/Goals/${goal.id}`, `/api/goals/${goal.id}/`])
      await asAna.get(path).expect(200)
    await asAna.get('/api/goals//').expect(404)
  })

  test('by HEAD where there is a GET, with the headers and no body', async () => {
    const { headers, text } = await asAna.head(`/api/goals/${goal.id}`).expect(200)
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(Number(headers['content-length'])).toBeGreaterThan(100)
    expect(text).toBeUndefined()
    await request(app).head('/api/goals').expect(401)
  })

  test('a malformed id is not found before the body is read', async () => {
    const answer = await asAna.patch('/api/goals/7').set('Content-Type', 'text/plain').send('x')
    expect([answer.status, answer.body]).toEqual([404, { message: 'Goal not found' }])
  })
})

test('the compiler asks for every handler, and for what its endpoint answers', () => {
  const birdView = z.strictObject({ id, seenAt: instant, name: z.string() })
  const theBird = json('The bird', birdView)
  const birds = endpoints(
    { tag: 'Birds', id: 'Bird' },
    {
      'GET /api/birds': { summary: 'List birds', answers: { 200: json('The birds', z.array(birdView)) } },
      'GET /api/birds/:id': { summary: 'Read a bird', answers: { 200: theBird } },
      'DELETE /api/birds/:id': { summary: 'Forget a bird', answers: { 204: empty('Forgotten') } },
    },
  )
  const away = endpoints(
    { tag: 'Birds' },
    { 'GET /api/birds/away': { summary: 'Follow it', answers: { 302: redirect('To the south') } } },
  )
  const bird = { id: goal.id, seenAt: new Date(), name: 'Gull' }
  const handlers = {
    'GET /api/birds': async () => [bird],
    'GET /api/birds/:id': async () => bird,
    'DELETE /api/birds/:id': async () => {},
  }
  const { 'GET /api/birds': _, ...oneMissing } = handlers
  serve(birds, () => handlers)
  // @ts-expect-error a redirect is made by hand, not by a declaration
  serve(away, () => ({ 'GET /api/birds/away': async () => {} }))
  // @ts-expect-error a handler is missing
  serve(birds, () => oneMissing)
  // @ts-expect-error a bird has more fields than an id
  serve(birds, () => ({ ...handlers, 'GET /api/birds/:id': async () => ({ id: goal.id }) }))
  serve(birds, () => ({
    ...handlers,
    // @ts-expect-error the path has no date
    'GET /api/birds/:id': async ({ date }) => date,
  }))
  expect(Object.keys(birds.endpoints)).toEqual(Object.keys(handlers))
})

test('an answer of 8 kB and more is compressed for those who take it', async () => {
  const description = 'A long reason. '.repeat(600)
  const { id } = await createGoal(db, ana.id, { description })
  const long = await asAna.get(`/api/goals/${id}`).set('Accept-Encoding', 'gzip').expect(200)
  expect(long.headers['content-encoding']).toBe('gzip')
  expect(long.body.description).toBe(description)
  const document = await request(app).get('/api/openapi.json').set('Accept-Encoding', 'gzip')
  expect(document.headers['content-encoding']).toBe('gzip')
  const short = await asAna.get(`/api/goals/${goal.id}`).set('Accept-Encoding', 'gzip').expect(200)
  expect(short.headers['content-encoding']).toBeUndefined()
})
