import { expect, test } from 'vitest'
import { profileOf } from './claims'

const identity = { iss: 'https://provider.test', sub: 'sub-1' }
const known = { issuer: 'https://provider.test', subject: 'sub-1' }

test('the claims of the standard become a profile', () => {
  const claims = {
    email: ' Ana@Example.COM',
    email_verified: true,
    given_name: 'Ana',
    family_name: 'Lima',
    picture: 'https://a.test/b.png',
  }
  expect(profileOf({ ...identity, ...claims, name: 'Ana M. Lima' })).toEqual({
    ...known,
    email: 'ana@example.com',
    firstName: 'Ana',
    lastName: 'Lima',
    profileImageUrl: 'https://a.test/b.png',
  })
})

test.each([false, 'false', 'FALSE', null, 0, '', 'TRUE', 1, [true], {}])(
  'an email with email_verified %j is left out',
  (email_verified) => {
    expect(profileOf({ ...identity, email: 'ana@example.com', email_verified })).toEqual(known)
  },
)

test.each([true, 'true'])('an email with email_verified %j is taken', (email_verified) => {
  expect(profileOf({ ...identity, email: 'ana@example.com', email_verified }).email).toBe('ana@example.com')
})

test('an email that nothing is said about is taken, unless it has to be verified', () => {
  const claims = { ...identity, email: 'ana@example.com' }
  expect(profileOf(claims, { requireVerifiedEmail: true })).toEqual(known)
  expect(profileOf({ ...identity, email: 'ana@example.com' }).email).toBe('ana@example.com')
})

test('a name in one piece stands in for the first one', () => {
  expect(profileOf({ ...identity, name: 'Ana Lima' })).toEqual({ ...known, firstName: 'Ana Lima' })
})

test('claims that cannot be used count as absent', () => {
  const claims = {
    email: 'no address',
    given_name: 7,
    family_name: 'a\u0000b',
    name: null,
    picture: 'javascript:alert(1)',
  }
  expect(profileOf({ ...identity, ...claims })).toEqual(known)
})
