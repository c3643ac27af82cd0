import { DrizzleQueryError } from 'drizzle-orm'
import pg from 'pg'
import { expect, test } from 'vitest'
import { captureLog } from '../test/log'
import { isDatabaseAway, logOutage } from './outage'

const reported = (code: string) => Object.assign(new pg.DatabaseError('x', 1, 'error'), { code })
const failed = (code: string) => Object.assign(new Error('x'), { code })

test.each([
  ['it shuts down', reported('57P01')],
  ['it starts up', reported('57P03')],
  ['it has too many clients', reported('53300')],
  ['its disk is full', reported('53100')],
  ['it is a standby by now', reported('25006')],
  ['it refuses connections', failed('ECONNREFUSED')],
  [
    'it refuses connections on all of its addresses',
    Object.assign(new AggregateError([]), failed('ECONNREFUSED')),
  ],
  ['its socket is not there', failed('ENOENT')],
  ['nothing came free', new Error('timeout exceeded when trying to connect')],
  ['it does not greet', new Error('Connection terminated due to connection timeout')],
  ['it is gone', new Error('Connection terminated unexpectedly')],
  ['it is silent', new Error('Query read timeout')],
])('the database is away: %s', (_what, error) => {
  expect(isDatabaseAway(error)).toBe(true)
  expect(isDatabaseAway(new DrizzleQueryError('select', [], error))).toBe(true)
})

test.each([
  ['a violated constraint', reported('23505')],
  ['a statement that took too long', reported('57014')],
  ['a missing column', reported('42703')],
  ['a fault of ours', new TypeError('x is undefined')],
  ['no error', undefined],
])('the database is not away: %s', (_what, error) => {
  expect(isDatabaseAway(error)).toBe(false)
})

test('an outage is one line a second', () => {
  const { log, lines } = captureLog()
  for (let i = 0; i < 100; i++) logOutage(log, reported('57P01'))
  expect(lines.length).toBeLessThan(10)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 50,
    msg: 'The database does not answer',
    err: { code: '57P01' },
  })
})
