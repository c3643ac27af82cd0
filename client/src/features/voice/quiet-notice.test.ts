import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearDrafts } from '@/lib/device/storage'
import { mayShowQuietNotice } from './quiet-notice'

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-26T10:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

test('the notice appears in one conversation a day, and again in the same one', () => {
  expect(mayShowQuietNotice('ana', 'morning')).toBe(true)
  expect(mayShowQuietNotice('ana', 'noon')).toBe(false)
  expect(mayShowQuietNotice('ana', 'morning')).toBe(true)
  vi.setSystemTime(new Date('2026-11-27T10:00:01Z'))
  expect(mayShowQuietNotice('ana', 'next day')).toBe(true)
  expect(mayShowQuietNotice('ana', 'morning')).toBe(false)
})

test('it is kept for this user only, until they sign out', () => {
  mayShowQuietNotice('ana', 'morning')
  expect(mayShowQuietNotice('ben', 'noon')).toBe(true)
  clearDrafts()
  expect(mayShowQuietNotice('ana', 'noon')).toBe(true)
})

test('where nothing can be kept, it appears', () => {
  const full = () => {
    throw new DOMException('', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: full })
  expect(mayShowQuietNotice('ana', 'morning')).toBe(true)
  expect(mayShowQuietNotice('ana', 'noon')).toBe(true)
})
