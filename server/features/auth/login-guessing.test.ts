import bcrypt from 'bcrypt'
import type request from 'supertest'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { loginEndpoints } from '@shared/auth'
import { createApp } from '../../app'
import { createLoginApp } from '../../test/login-app'
import { createTestApp } from '../../test/test-app'

const declared = loginEndpoints.endpoints['POST /api/auth/login']
const { clock, proxied, address, count, login, createAna } = await createLoginApp()
const direct = await createTestApp({ now: () => clock.now })

describe('guessing', () => {
  beforeEach(
    () => void vi.mocked(bcrypt.compare).mockImplementation(async (password) => password === 'the right one'),
  )
  const { limit: tries, windowSeconds: seconds } = declared.limit
  const afterwards = (answer: request.Response) => {
    expect(answer.status).toBe(429)
    expect(answer.body).toEqual({ message: expect.stringMatching(/\w/) })
    const retryAfter = Number(answer.headers['retry-after'])
    expect(retryAfter).toBeGreaterThan(0)
    expect(retryAfter).toBeLessThanOrEqual(seconds)
    return retryAfter
  }

  test('from one address ends after ten tries, whoever is tried; it may go on when Retry-After says so', async () => {
    const ana = await createAna()
    for (let n = 0; n < tries; n++) await login(`user-${count()}-${n}@example.com`, 'guess').expect(401)
    vi.mocked(bcrypt.compare).mockClear()
    const retryAfter = afterwards(await login(ana.email, 'the right one'))
    expect(bcrypt.compare).not.toHaveBeenCalled()
    await login(ana.email, 'the right one', address(1)).expect(200)
    clock.now = new Date(clock.now.getTime() + retryAfter * 1000)
    await login(ana.email, 'the right one').expect(200)
  })

  test('one email from many addresses ends after ten tries, however it is written', async () => {
    const { email } = await createAna()
    const spelled = [email, email!.toUpperCase(), ` ${email}`]
    for (let n = 0; n < tries; n++) await login(spelled[n % 3], 'guess', address(n)).expect(401)
    afterwards(await login(email, 'the right one', address(tries)))
    clock.now = new Date(clock.now.getTime() + seconds * 1000)
    await login(email, 'the right one', address(tries + 1)).expect(200)
  })

  test('an email that nobody has is counted like any other', async () => {
    for (let n = 0; n < tries; n++)
      await login(`none-${count()}@example.com`, 'guess', address(n)).expect(401)
    afterwards(await login(`none-${count()}@example.com`, 'guess', address(tries)))
  })

  test('many logins at once get no more tries', async () => {
    const answers = await Promise.all(
      Array.from({ length: 3 * tries }, (_, n) => login(`user-${count()}-${n}@example.com`, 'guess')),
    )
    // Those that the short queue for hashing refuses have used up a try as well.
    expect(answers.filter(({ status }) => status === 401 || status === 503)).toHaveLength(tries)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2 * tries)
  })

  test('through two instances gets no more tries', async () => {
    const other = createApp(proxied.ctx)
    for (let n = 0; n < tries; n++)
      await login(
        `user-${count()}-${n}@example.com`,
        'guess',
        address(0),
        n % 2 ? other : proxied.app,
      ).expect(401)
    afterwards(await login('ana@example.com', 'guess', address(0), other))
    afterwards(await login('ana@example.com', 'guess', address(0)))
  })

  test('without a proxy that is trusted, X-Forwarded-For changes nothing', async () => {
    for (let n = 0; n < tries; n++)
      await login(`user-${count()}-${n}@example.com`, 'guess', address(n), direct.app).expect(401)
    afterwards(await login('ana@example.com', 'guess', address(tries), direct.app))
  })

  test('behind one proxy only the address that the proxy added counts, not those that the caller made up', async () => {
    for (let n = 0; n < tries; n++)
      await login(`user-${count()}-${n}@example.com`, 'guess', `192.0.2.${n}, ${address(0)}`).expect(401)
    afterwards(await login('ana@example.com', 'guess', `192.0.2.99, ${address(0)}`))
  })

  test('from the many addresses of one IPv6 network counts as from one', async () => {
    const network = `2001:db8:${count().toString(16)}`
    for (let n = 0; n < tries; n++)
      await login(`user-${count()}-${n}@example.com`, 'guess', `${network}::${n.toString(16)}`).expect(401)
    afterwards(await login('ana@example.com', 'guess', `${network}:0:1:2:3:4`))
    await login('ana@example.com', 'guess', `${network}:1::1`).expect(401)
  })
})
