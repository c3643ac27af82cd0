import request from 'supertest'
import { describe, expect, test } from 'vitest'
import { createGoal, createUser } from '../test/factories'
import { createTestApp, signIn } from '../test/test-app'
import { signInEndpoints } from '@shared/auth'
import { goalEndpoints } from '@shared/goals'
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
  const handlers = {
    'GET /api/goals': async () => [],
    'POST /api/goals': async () => goal,
    'GET /api/goals/:id': async () => goal,
    'PATCH /api/goals/:id': async () => goal,
    'DELETE /api/goals/:id': async () => {},
  }
  const { 'GET /api/goals': _, ...oneMissing } = handlers
  serve(goalEndpoints, () => handlers)
  // @ts-expect-error a redirect is made by hand, not by a declaration
  serve(signInEndpoints, () => ({ 'GET /api/callback': async () => {} }))
  // @ts-expect-error a handler is missing
  serve(goalEndpoints, () => oneMissing)
  // @ts-expect-error a goal has more fields than an id
  serve(goalEndpoints, () => ({ ...handlers, 'POST /api/goals': async () => ({ id: goal.id }) }))
  serve(goalEndpoints, () => ({
    ...handlers,
    // @ts-expect-error the path has no date
    'GET /api/goals/:id': async ({ date }) => date,
  }))
  expect(goal.createdAt).toBeInstanceOf(Date)
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
