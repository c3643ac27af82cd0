import { expect, test, vi } from 'vitest'
import { watchAnswer } from './voice-answer'

test('what the page asks is watched, though an answer before it has begun and never ended', () => {
  vi.useFakeTimers()
  const onLate = vi.fn<() => void>()
  const { ask, hear } = watchAnswer(onLate)
  hear({ type: 'response.created' })
  ask()
  vi.advanceTimersByTime(9_000)
  expect(onLate).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1_000)
  expect(onLate).toHaveBeenCalledOnce()
})
