import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { dismissToast, toast, useToasts } from './toast'

test('one toast at a time: a new one takes the place of the one before', () => {
  const { result } = renderHook(useToasts)
  act(() => {
    toast({ title: 'Success', description: 'Goal created successfully' })
    toast({ title: 'Error', description: 'Failed to update goal', variant: 'destructive' })
  })
  expect(result.current).toMatchObject([{ title: 'Error', variant: 'destructive', open: true }])
})

test('a dismissed toast is closed at once and removed after 1000000 ms', () => {
  vi.useFakeTimers()
  const { result } = renderHook(useToasts)
  act(() => dismissToast(toast({ title: 'Success' })))
  expect(result.current).toMatchObject([{ open: false }])
  act(() => void vi.advanceTimersByTime(999_999))
  expect(result.current).toHaveLength(1)
  act(() => void vi.advanceTimersByTime(1))
  expect(result.current).toEqual([])
})
