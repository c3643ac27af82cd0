import { createHmac } from 'node:crypto'
import request from 'supertest'
import { describe, expect, test } from 'vitest'
import { rateLimits, stoppedNumbers, users } from '@shared/schema'
import type { Oidc } from './senders/identity-provider/identity-provider'
import { codeHash } from './features/phone-numbers/phone-code'
import { stoppedNumbersIn } from './features/phone-numbers/stopped-numbers-repository'
import { unsubscribeToken } from './features/reminders/unsubscribe-token'
import { isVoiceKey, safetyIdentifier, voiceKey } from './features/voice/voice-routes'
import { forgetUses, takeOne } from './limits/limits'
import { keysFor, type Secrets } from './secrets'
import { createUser } from './test/factories'
import { createTestApp, sessionCookieOf, tokenOf } from './test/test-app'

const secret = {
  older: 'the older session secret, for tests only',
  newer: 'the newer session secret, for tests only',
}
const jwt = {
  older: 'the older token secret, for tests only',
  newer: 'the newer token secret, for tests only',
}
const before: Secrets = { session: [secret.older], jwt: [jwt.older] }
const during: Secrets = { session: [secret.newer, secret.older], jwt: [jwt.newer, jwt.older] }
const after: Secrets = { session: [secret.newer], jwt: [jwt.newer] }

const oidc: Oidc = {
  newChecks: () => ({ state: 'state-1', nonce: 'nonce', verifier: 'verifier' }),
  authorizationUrl: async () => 'https://provider.test/',
  signedIn: async () => ({ profile: { issuer: 'https://provider.test', subject: 'sub-1' } }),
  verifiedLogout: async () => undefined,
  endSessionUrl: async () => undefined,
}
const start = new Date()
let time = start
const now = () => time
const { app: old, ctx, db } = await createTestApp({ secrets: before, oidc, now })
const { app: rotated } = await createTestApp({ secrets: during, oidc, now, pool: ctx.pool })
const { app: forgotten } = await createTestApp({ secrets: after, oidc, now, pool: ctx.pool })

describe('after a new session secret is put before the old one', () => {
  test('people stay signed in, and are given a cookie signed with the new one', async () => {
    const cookie = await sessionCookieOf(old, await createUser(db))
    await request(rotated).get('/api/auth/user').set('Cookie', cookie).expect(200)
    await request(forgotten).get('/api/auth/user').set('Cookie', cookie).expect(401)

    time = new Date(start.getTime() + 25 * 3_600_000)
    const { headers } = await request(rotated).get('/api/auth/user').set('Cookie', cookie).expect(200)
    time = start
    const renewed = headers['set-cookie']?.[0]?.split(';')[0] ?? ''
    await request(forgotten).get('/api/auth/user').set('Cookie', renewed).expect(200)
  })

  test('a sign-in that is under way ends well', async () => {
    const { headers } = await request(old).get('/api/login?returnTo=/goals').expect(302)
    const cookie = headers['set-cookie']?.[0]?.split(';')[0] ?? ''
    const comeBack = '/api/callback?state=state-1&code=x'
    await request(forgotten).get(comeBack).set('Cookie', cookie).expect(400)
    await request(rotated).get(comeBack).set('Cookie', cookie).expect(302).expect('Location', '/goals')
  })

  test('links to unsubscribe that were mailed still work, those of earlier versions too', async () => {
    const ana = await createUser(db)
    const earlierKey = createHmac('sha256', secret.older).update('lisa reminders unsubscribe').digest()
    const earlier = createHmac('sha256', earlierKey).update(ana.id).digest('base64url')
    for (const token of [unsubscribeToken(before, ana.id), `${ana.id}.${earlier}`]) {
      await db.update(users).set({ dailyReminderEnabled: true })
      const path = `/api/reminders/unsubscribe?token=${token}`
      await request(forgotten).post(path).expect(400)
      await request(rotated).post(path).expect(200)
      const rows = await db.select().from(users)
      expect(rows.find(({ id }) => id === ana.id)?.dailyReminderEnabled).toBe(false)
    }
  })
})

test('after a new token secret is put before the old one tokens still work, and new ones are signed with it', async () => {
  const ana = await createUser(db)
  const answers = async (token: string) => {
    const statuses = [old, rotated, forgotten].map(async (app) => {
      const { status } = await request(app).get('/api/jwt/user').set('Authorization', `Bearer ${token}`)
      return status
    })
    return Promise.all(statuses)
  }
  expect(await answers(await tokenOf(old, ana))).toEqual([200, 200, 401])
  expect(await answers(await tokenOf(rotated, ana))).toEqual([401, 200, 200])
})

const number = '+15550100'

/** Leaves one row in the table of limits. */
async function useOnce() {
  await db.delete(rateLimits)
  await takeOne({ db, secrets: before }, 'test ana', { limit: 1, windowSeconds: 60, now: start })
}

test('with a new secret STOP still holds, a talk goes on, and limits are still found when they are forgotten', async () => {
  await stoppedNumbersIn(db, before).add(number)
  expect(await stoppedNumbersIn(db, during).has(number)).toBe(true)
  await stoppedNumbersIn(db, during).remove(number)
  expect(await stoppedNumbersIn(db, before).has(number)).toBe(false)

  await useOnce()
  await forgetUses({ db, secrets: during }, ['test ana'])
  expect(await db.select().from(rateLimits)).toEqual([])

  const key = voiceKey(before, 'talk')
  expect(isVoiceKey(during, key, 'talk')).toBe(true)
  expect(isVoiceKey(after, key, 'talk')).toBe(false)
  const bad = ['', 'ek_', key.slice(3), `${key}=`, voiceKey(before, 'another')]
  expect(bad.filter((given) => isVoiceKey(during, given, 'talk'))).toEqual([])
})

test('a new version reads what earlier ones have stored and handed out', async () => {
  await stoppedNumbersIn(db, before).add(number)
  await useOnce()
  const [stopped] = await db.select().from(stoppedNumbers)
  const [counted] = await db.select().from(rateLimits)
  expect({
    stoppedNumber: stopped?.numberHash,
    rateLimit: counted?.key,
    code: codeHash(before, 'ana', number, '123456'),
    voiceKey: voiceKey(before, 'talk'),
    safetyIdentifier: safetyIdentifier(before, 'ana'),
    unsubscribeToken: unsubscribeToken(before, 'ana'),
  }).toEqual({
    stoppedNumber: '9MxPVEkFJ6g2r4r_7MynEhe6HUAFudiy6kEbG6tjeQU',
    rateLimit: '5eKwAUePc_AQ4O2rJ_dyBm2hp_VT1ouNaqEi84PIcilK',
    code: 'OrXxBnqhi5K2B0rw566Z-qE5OomDId5mhDxjA14CRXw',
    voiceKey: 'ek_GV0QEgb3ooxj8RCzHvV13iCj6arEUIqPnQvxt-h8RE0',
    safetyIdentifier: 'OAG8KgwZRHPVPbCgsRL0A3dOG7gT7DEur2vixt07dWc',
    unsubscribeToken: 'ana.lHtVfmQQ_MDri_qEd6aycDUJhMYysPOlvUPSL7_7B7I',
  })
})

test('every purpose has keys of its own', () => {
  const purposes = ['sessions', 'sign-ins', 'unsubscribe links', 'message ids'] as const
  const keys = purposes.flatMap((purpose) => keysFor(during, purpose))
  expect(new Set([...keys, ...during.session]).size).toBe(10)
})
