import bcrypt from 'bcrypt'
import request from 'supertest'
import { expect, test, vi } from 'vitest'
import { loginEndpoints } from '@shared/auth'
import { createTestApp } from '../test/test-app'

vi.spyOn(bcrypt, 'compare').mockImplementation(async () => false)
const tries = loginEndpoints.endpoints['POST /api/auth/login'].networkLimits.address.limit

/** What the last of one login more than an address may try answers, each said to be from another address. */
async function lastOf(TRUST_PROXY: string, forwardedFor: (n: number) => string) {
  const { app } = await createTestApp({ settings: { TRUST_PROXY } })
  const login = (n: number) =>
    request(app)
      .post('/api/auth/login')
      .set('X-Forwarded-For', forwardedFor(n))
      .send({ email: `user-${n}@example.com`, password: 'guess' })
  for (let n = 0; n < tries; n++) await login(n).expect(401)
  return (await login(tries)).status
}

test('a caller outside of the addresses of TRUST_PROXY cannot invent its own', async () => {
  expect(await lastOf('10.0.0.0/8, fd00::/8, 192.0.2.1', (n) => `203.0.113.${n}`)).toBe(429)
})

test('a proxy with an address of TRUST_PROXY passes on where a request is from', async () => {
  expect(await lastOf('10.0.0.0/8, 127.0.0.0/8', (n) => `203.0.113.${n}`)).toBe(401)
})

test('behind proxies of TRUST_PROXY the last address that is not theirs counts', async () => {
  expect(await lastOf('10.0.0.0/8, 127.0.0.1', (n) => `198.51.100.${n}, 203.0.113.7, 10.0.0.3`)).toBe(429)
})
