import { describe, expect, test } from 'vitest'
import { dueReminder, nextAfterChange } from './delivery/due'
import { nextReminder } from './next-reminder'
import { retryAt } from './delivery/retry'

describe('the next reminder', () => {
  test.each([
    ['today when the time is yet to come', 'UTC', '19:00', '2026-11-21T18:59:59Z', '2026-11-21T19:00:00Z'],
    ['tomorrow when it has come', 'UTC', '19:00', '2026-11-21T19:00:00Z', '2026-11-22T19:00:00Z'],
    [
      'in spring at the next valid minute',
      'Europe/Berlin',
      '02:30',
      '2026-03-29T00:00:00Z',
      '2026-03-29T01:00:00Z',
    ],
    [
      'in autumn at the first of two',
      'Europe/Berlin',
      '02:30',
      '2026-10-25T00:00:00Z',
      '2026-10-25T00:30:00Z',
    ],
    ['in autumn not at the second', 'Europe/Berlin', '02:30', '2026-10-25T00:30:00Z', '2026-10-26T01:30:00Z'],
    ['by half an hour', 'Australia/Lord_Howe', '02:15', '2026-10-03T15:00:00Z', '2026-10-03T15:30:00Z'],
    ['when midnight is skipped', 'Africa/Cairo', '00:30', '2026-04-23T20:00:00Z', '2026-04-23T22:00:00Z'],
    [
      'when the clocks jump to midnight',
      'America/Nuuk',
      '23:30',
      '2026-03-29T00:00:00Z',
      '2026-03-29T01:00:00Z',
    ],
  ])('is %s', (_, timezone, reminderTime, now, expected) =>
    expect(nextReminder({ timezone, reminderTime }, new Date(now)).toISOString()).toBe(
      new Date(expected).toISOString(),
    ),
  )
})

describe('what is due', () => {
  const schedule = { timezone: 'UTC', reminderTime: '19:00' }
  const at = new Date('2026-11-16T19:00:00Z')
  const dueOn = (now: string) => {
    const { day, missed, next } = dueReminder(schedule, at, new Date(now))
    return [day, missed, next.toISOString().slice(0, 16)]
  }
  test.each([
    ['at its time', '2026-11-16T19:00:00Z', ['2026-11-16', undefined, '2026-11-17T19:00']],
    ['hours later', '2026-11-16T23:59:59Z', ['2026-11-16', undefined, '2026-11-17T19:00']],
    ['the next morning', '2026-11-17T08:00:00Z', [undefined, '2026-11-16', '2026-11-17T19:00']],
    ['the next evening', '2026-11-17T20:00:00Z', ['2026-11-17', '2026-11-16', '2026-11-18T19:00']],
    ['days later', '2026-11-20T20:00:00Z', ['2026-11-20', '2026-11-16', '2026-11-21T19:00']],
  ])('%s', (_, now, expected) => expect(dueOn(now)).toEqual(expected))
})

describe('after a change of the settings', () => {
  const now = new Date('2026-11-21T19:00:30Z')
  const next = (
    reminderTime: string,
    timezone = 'UTC',
    last: Parameters<typeof nextAfterChange>[2] = {},
    due?: Date,
  ) => nextAfterChange({ reminderTime, timezone }, now, last, due).toISOString().slice(0, 16)
  const today = { day: '2026-11-21', at: new Date('2026-11-21T19:00:00Z') }

  test('the reminder comes today when it has not yet', () => expect(next('20:00')).toBe('2026-11-21T20:00'))
  test('the reminder comes tomorrow when the time is over', () =>
    expect(next('18:00')).toBe('2026-11-22T18:00'))
  test('no second reminder comes today', () => expect(next('20:00', 'UTC', today)).toBe('2026-11-22T20:00'))
  test('no second reminder comes by moving to a zone where it is tomorrow already', () =>
    expect(next('23:00', 'Pacific/Kiritimati', today)).toBe('2026-11-23T09:00'))
  test('no second reminder comes by moving to a zone where it is still the day before', () =>
    expect(next('08:00', 'Pacific/Pago_Pago', { day: '2026-11-22', at: now })).toBe('2026-11-23T19:00'))
  test('a reminder that was due at that moment is not lost', () => {
    const due = new Date('2026-11-21T19:00:00Z')
    expect(next('18:00', 'UTC', {}, due)).toBe('2026-11-21T19:00')
    expect(next('20:00', 'UTC', {}, due)).toBe('2026-11-21T20:00')
    expect(next('18:00', 'UTC', today, due)).toBe('2026-11-22T18:00')
  })
})

describe('what failed for now is tried again', () => {
  const at = (attempts: number, now: string, timezone = 'UTC') =>
    retryAt({ attempts, localDate: '2026-11-21', timezone }, new Date(now))?.toISOString().slice(11, 16)

  test.each([
    [1, '19:01'],
    [2, '19:05'],
    [3, '19:15'],
    [4, '20:00'],
    [5, undefined],
  ])('a delivery that failed for now at attempt %i is tried again at %s', (attempts, expected) =>
    expect(at(attempts, '2026-11-21T19:00:00Z')).toBe(expected),
  )
  test('a delivery is tried again only while it is that local day', () => {
    expect(at(3, '2026-11-21T23:44:59Z')).toBe('23:59')
    expect(at(3, '2026-11-21T23:45:00Z')).toBeUndefined()
    expect(at(4, '2026-11-21T23:30:00Z', 'America/New_York')).toBe('00:30')
    expect(at(1, '2026-11-21T19:00:00Z', 'Pacific/Kiritimati')).toBeUndefined()
  })
})
