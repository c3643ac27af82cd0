import bcrypt from 'bcrypt'
import request from 'supertest'
import { afterEach, beforeEach, vi } from 'vitest'
import { createUser } from './factories'
import { createTestApp } from './test-app'

const start = new Date('2026-03-01T12:00:00Z')
const cheapHash = bcrypt.hashSync('the right one', 4)

/** An app behind a proxy, in which each test logs in from addresses of its own and can see what bcrypt is asked. */
export async function createLoginApp() {
  const clock = { now: start }
  const now = () => clock.now
  const proxied = await createTestApp({ now, settings: { TRUST_PROXY: '1' } })
  let count = 0
  beforeEach(() => {
    vi.spyOn(bcrypt, 'compare')
    count += 256
  })
  afterEach(() => {
    clock.now = start
    vi.restoreAllMocks()
  })

  /** An address that no other test has tried from. */
  const address = (n: number) => `10.0.${(count + n) >> 8}.${(count + n) & 255}`
  return {
    clock,
    proxied,
    address,
    /** Differs from test to test. */
    count: () => count,
    login: (email: unknown, password: unknown, from = address(0), app = proxied.app) =>
      request(app).post('/api/auth/login').set('X-Forwarded-For', from).send({ email, password }),
    createAna: () => createUser(proxied.db, { password: cheapHash }),
  }
}
