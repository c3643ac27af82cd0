import { renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useDraft } from './use-draft'

const day = '2026-11-21'
const stored = () => Object.values(localStorage).map((text) => JSON.parse(text as string).values)
const openForm = (subject = day) =>
  renderHook(({ subject }) => useDraft<string>('ana', 'entry', subject), { initialProps: { subject } })

beforeEach(() => {
  vi.useFakeTimers()
})

test('the first keystroke is written at once, the next ones every 250 ms', () => {
  const { result } = openForm()
  result.current.keep('a')
  expect(stored()).toEqual(['a'])
  result.current.keep('ab')
  result.current.keep('abc')
  expect(stored()).toEqual(['a'])
  vi.advanceTimersByTime(250)
  expect(stored()).toEqual(['abc'])
})

test.each([
  ['the page goes', () => window.dispatchEvent(new Event('pagehide'))],
  [
    'the page is hidden',
    () => {
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
      document.dispatchEvent(new Event('visibilitychange'))
    },
  ],
])('nothing waits when %s', (_, leave) => {
  const { result } = openForm()
  result.current.keep('a')
  result.current.keep('ab')
  leave()
  expect(stored()).toEqual(['ab'])
})

test('nothing waits when the form closes or turns to another day', () => {
  const { result, rerender, unmount } = openForm()
  result.current.keep('a')
  result.current.keep('ab')
  rerender({ subject: '2026-11-20' })
  expect(stored()).toEqual(['ab'])
  expect(result.current.draft).toBeUndefined()
  result.current.keep('c')
  result.current.keep('cd')
  unmount()
  expect(stored().sort()).toEqual(['ab', 'cd'])
  expect(openForm().result.current.draft?.values).toBe('ab')
})

test('what was saved is not written again', () => {
  const { result, unmount } = openForm()
  result.current.keep('a')
  result.current.keep('ab')
  result.current.forget()
  vi.advanceTimersByTime(1000)
  unmount()
  expect(stored()).toEqual([])
})
