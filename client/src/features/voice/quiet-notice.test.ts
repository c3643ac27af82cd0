import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearDrafts } from '@/lib/device/storage'
import { mayShowQuietNotice } from './quiet-notice'

const faint = { kind: 'self-harm' } as const
const close = { kind: 'self-harm', isClose: true } as const

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-26T10:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

test('the notice appears in one conversation a day, and again in the same one', () => {
  expect(mayShowQuietNotice('ana', 'morning', faint)).toBe(true)
  expect(mayShowQuietNotice('ana', 'noon', faint)).toBe(false)
  expect(mayShowQuietNotice('ana', 'morning', faint)).toBe(true)
  vi.setSystemTime(new Date('2026-11-27T10:00:01Z'))
  expect(mayShowQuietNotice('ana', 'next day', faint)).toBe(true)
  expect(mayShowQuietNotice('ana', 'morning', faint)).toBe(false)
})

test('it appears for each kind, once more where words are closer to danger, and about an overdose always', () => {
  const mayShow = (conversation: string, danger: Parameters<typeof mayShowQuietNotice>[2]) =>
    mayShowQuietNotice('ana', conversation, danger)
  expect(mayShow('morning', faint)).toBe(true)
  expect(mayShow('noon', { kind: 'abuse' })).toBe(true)
  expect(mayShow('noon', faint)).toBe(false)
  expect(mayShow('noon', close)).toBe(true)
  expect(mayShow('night', close)).toBe(false)
  for (const conversation of ['morning', 'noon', 'night'])
    expect(mayShow(conversation, { kind: 'overdose' })).toBe(true)
})

test('after one for words close to danger, others have none', () => {
  expect(mayShowQuietNotice('ana', 'morning', close)).toBe(true)
  expect(mayShowQuietNotice('ana', 'noon', faint)).toBe(false)
})

test('it is kept for this user only, until they sign out', () => {
  mayShowQuietNotice('ana', 'morning', faint)
  expect(mayShowQuietNotice('ben', 'noon', faint)).toBe(true)
  clearDrafts()
  expect(mayShowQuietNotice('ana', 'noon', faint)).toBe(true)
})

test('where nothing can be kept, it appears', () => {
  const full = () => {
    throw new DOMException('', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: full })
  expect(mayShowQuietNotice('ana', 'morning', faint)).toBe(true)
  expect(mayShowQuietNotice('ana', 'noon', faint)).toBe(true)
})
