import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pathOfReferer, safeReturnTo } from './return-to'

const app = 'https://lisa.test'

test.each([
  ['/journal/new', '/journal/new'],
  ['/goals?timeline=annual#top', '/goals?timeline=annual#top'],
  ['/a/../goals', '/goals'],
  ['/apiary', '/apiary'],
  ['/api/oauth/consent/x_-1', '/api/oauth/consent/x_-1'],
  [`/${'a'.repeat(255)}`, `/${'a'.repeat(255)}`],
  [`/${'€'.repeat(28)}abc`, `/${'%E2%82%AC'.repeat(28)}abc`],
])('%s is a page to come back to', (value, path) => {
  expect(safeReturnTo(value, app)).toBe(path)
})

test.each([
  undefined,
  ['/goals', '/journal'],
  '',
  'goals',
  'https://evil.test/',
  '//evil.test',
  '///evil.test',
  '/\\evil.test',
  '/.//evil.test',
  '/x/..//evil.test',
  '/\t/evil.test',
  '/ /evil.test',
  '/a\r\nSet-Cookie: x=y',
  '/\u0000',
  '/api/logout',
  '/API/logout',
  '/x/../api/logout',
  '/api/oauth/authorize/x',
  '/api/oauth/consent/x/y',
  '/dev-idp',
  `/${'a'.repeat(256)}`,
  `/${'€'.repeat(28)}abcd`,
  `/?${'a'.repeat(200)}#${'b'.repeat(54)}`,
])('%j is no page to come back to', (value) => {
  expect(safeReturnTo(value, app)).toBe('/')
})

test('whatever is asked for, the browser stays in the app', () => {
  const pieces = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    '//',
    '@',
    ':',
    '?',
    '#',
    '%2f',
    '%5c',
    ' ',
    '\t',
    '\n',
    'evil.test',
    'api',
    'https:',
  )
  const hostile = fc.array(fc.oneof(pieces, fc.string({ unit: 'binary' })), { maxLength: 8 })
  fc.assert(
    fc.property(hostile, (parts) => {
      const path = safeReturnTo(`/${parts.join('')}`, app)
      const url = new URL(path, app)
      return (
        /^\/(?!\/)[^\s\\]*$/.test(path) && url.origin === app && !/^\/(api|dev-idp)(\/|$)/i.test(url.pathname)
      )
    }),
    { numRuns: 5_000 },
  )
}, 60_000)

test('only a page of the app counts as the one that led here', () => {
  expect(pathOfReferer(`${app}/goals?timeline=annual`, app)).toBe('/goals?timeline=annual')
  for (const other of [undefined, 'nonsense', 'https://evil.test/goals', 'http://lisa.test/goals'])
    expect(pathOfReferer(other, app)).toBeUndefined()
})
