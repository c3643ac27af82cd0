import bcrypt from 'bcrypt'
import request from 'supertest'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { api } from '@shared/api'
import { loginEndpoints, wrongPasswordLimit } from '@shared/auth'
import { rateLimits } from '@shared/schema'
import { createUser } from '../../test/factories'
import { createTestApp } from '../../test/test-app'
import { hashing } from './passwords'

const { limit: ofEmail, networkLimits } = loginEndpoints.endpoints['POST /api/auth/login']
/** How many are computed or wait. */
const taken = hashing.atOnce + hashing.waiting
let time = new Date('2026-03-01T12:00:00Z')
const { app, db } = await createTestApp({ now: () => time, settings: { TRUST_PROXY: '1' } })

let compare = vi.spyOn(bcrypt, 'compare')
beforeEach(async () => {
  compare = vi.spyOn(bcrypt, 'compare').mockImplementation(async (password) => password === 'the right one')
  await db.delete(rateLimits)
})
afterEach(() => vi.restoreAllMocks())

const from = (address: string) => request(app).post('/api/auth/login').set('X-Forwarded-For', address)
const login = (address: string, password = 'guess', email = `${address}@example.com`) =>
  from(address).send({ email, password })

test('40 logins from one IPv6 /48, each from a /64 of its own, are limited', async () => {
  for (let n = 0; n < 40; n++)
    await login(`2001:db8:1:${n.toString(16)}::1`).expect(n < networkLimits.site.limit ? 401 : 429)
  expect(compare).toHaveBeenCalledTimes(networkLimits.site.limit)
  await login('2001:db8:2::1').expect(401)
})

describe('a login counts before its body is read', () => {
  const json = 'application/json'
  test.each([
    ['malformed', { 'Content-Type': json }, '{"email"', 400],
    ['nested', { 'Content-Type': json }, '{"email":[[[[', 400],
    ['without fields', { 'Content-Type': json }, '{}', 400],
    ['too large', { 'Content-Type': json }, `{"email":"${'x'.repeat(8 * 1024)}"}`, 413],
    ['compressed', { 'Content-Type': json, 'Content-Encoding': 'gzip' }, 'x', 415],
    ['no JSON', { 'Content-Type': 'text/plain' }, 'x', 415],
  ])('when that is %s', async (_, headers, body, status) => {
    const { limit } = networkLimits.address
    for (let n = 0; n < limit; n++) await from('192.0.2.1').set(headers).send(body).expect(status)
    const { headers: answered } = await from('192.0.2.1').set(headers).send(body).expect(429)
    expect(Number(answered['retry-after'])).toBeGreaterThan(0)
    await login('192.0.2.1').expect(429)
    await login('192.0.2.2').expect(401)
    expect(compare).toHaveBeenCalledOnce()
  })

  test('so does every open endpoint that takes JSON', () => {
    const open = api.flatMap(({ endpoints }) => Object.values(endpoints).filter((one) => one.open))
    const unlimited = open.filter(({ body, bodyType, networkLimits }) => body && !bodyType && !networkLimits)
    expect(unlimited).toEqual([])
  })
})

test('one email takes 50 wrong passwords a day; right ones do not count', async () => {
  const ana = await createUser(db, { password: bcrypt.hashSync('the right one', 4) })
  const email = ana.email ?? ''
  let addresses = 0
  const attempt = (password: string) => {
    if (++addresses % ofEmail.limit === 0) time = new Date(time.getTime() + ofEmail.windowSeconds * 1_000)
    return login(`10.1.${addresses >> 8}.${addresses & 255}`, password, email)
  }
  for (let n = 0; n < wrongPasswordLimit.limit; n++) {
    await attempt('guess').expect(401)
    if (n % 5 === 0) await attempt('the right one').expect(200)
  }
  const { headers } = await attempt('the right one').expect(429)
  expect(Number(headers['retry-after'])).toBeGreaterThan(12 * 60 * 60)
  time = new Date(time.getTime() + wrongPasswordLimit.windowSeconds * 1_000)
  await attempt('the right one').expect(200)
})

test('two passwords at most are checked at a time and eight wait; the others are told to come back', async () => {
  let [running, most, refused] = [0, 0, 0]
  let release = () => {}
  const allRefused = new Promise<void>((resolve) => (release = resolve))
  compare.mockImplementation(async () => {
    most = Math.max(most, ++running)
    await allRefused
    running--
    return false
  })
  const answers = await Promise.all(
    Array.from({ length: 40 }, async (_, n) => {
      const answer = await login(`10.0.0.${n}`)
      if (answer.status === 503 && ++refused === 40 - taken) release()
      return answer
    }),
  )
  expect(most).toBe(hashing.atOnce)
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(taken)
  for (const { headers, body } of answers.filter(({ status }) => status === 503)) {
    expect(headers['retry-after']).toBe('5')
    expect(body).toEqual({ message: expect.stringMatching(/busy/) })
  }
  await login('10.0.1.1').expect(401)
})

test('a password that the full queue did not look at does not count', async () => {
  const ana = await createUser(db, { password: 'hash' })
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  compare.mockImplementation(async (password) => (await held, password === 'the right one'))
  const filling = Array.from({ length: taken }, async (_, n) => login(`10.1.0.${n}`))
  await vi.waitFor(() => expect(compare).toHaveBeenCalledTimes(hashing.atOnce))
  for (let n = 0; n < 12; n++) await login(`10.1.1.${n}`, 'the right one', ana.email ?? '').expect(503)
  release()
  await Promise.all(filling)
  await login('10.1.2.1', 'the right one', ana.email ?? '').expect(200)
})
