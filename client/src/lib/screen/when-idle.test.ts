import { beforeEach, expect, test, vi } from 'vitest'
import { whenIdleLater } from './when-idle'

let idle: (() => void)[]
const task = vi.fn<() => void>()

beforeEach(() => {
  vi.useFakeTimers()
  task.mockClear()
  idle = []
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => idle.push(callback))
  vi.stubGlobal('cancelIdleCallback', (handle: number) => void (idle[handle - 1] = () => {}))
  return () => void vi.useRealTimers()
})
const beIdle = () => idle.forEach((callback) => callback())

test('the task waits for a pause and then for an idle browser', () => {
  whenIdleLater(task)
  beIdle()
  vi.advanceTimersByTime(500)
  expect(task).not.toHaveBeenCalled()
  beIdle()
  expect(task).toHaveBeenCalledOnce()
})

test('in a browser that does not say when it is idle it waits for the pause alone', () => {
  delete (window as Partial<Window>).requestIdleCallback
  whenIdleLater(task)
  vi.advanceTimersByTime(500)
  expect(task).toHaveBeenCalledOnce()
})

test.each([
  ['in the pause', 100],
  ['while it waits for an idle browser', 600],
])('a task that is cancelled %s does not run', (_, ms) => {
  const cancel = whenIdleLater(task)
  vi.advanceTimersByTime(ms)
  cancel()
  vi.advanceTimersByTime(1000)
  beIdle()
  expect(task).not.toHaveBeenCalled()
})
