import { expect, test, vi } from 'vitest'
import { limitTalk } from './voice-limit'

function limited(seconds: number) {
  vi.useFakeTimers()
  const calls: string[] = []
  const stop = limitTalk(seconds, { onWarning: (left) => calls.push(left), onEnd: () => calls.push('end') })
  const after = (seconds: number) => {
    vi.advanceTimersByTime(seconds * 1000)
    return calls.splice(0)
  }
  return { after, stop }
}

test('two minutes before the end there is a warning', () => {
  const { after } = limited(900)
  expect(after(779)).toEqual([])
  expect(after(2)).toEqual(['2 minutes'])
  expect(after(118)).toEqual([])
  expect(after(2)).toEqual(['end'])
})

test.each([
  [70, '1 minute'],
  [20, 'Less than a minute'],
])('a talk of %i seconds begins with it', (seconds, left) => {
  const { after } = limited(seconds)
  expect(after(0)).toEqual([left])
  expect(after(seconds)).toEqual(['end'])
})

test('however much is allowed, after an hour the provider ends it', () => {
  const { after } = limited(86_400)
  expect(after(3_481)).toEqual(['2 minutes'])
  expect(after(120)).toEqual(['end'])
})

test('a talk that has ended is not ended again', () => {
  const { after, stop } = limited(900)
  stop()
  expect(after(1_000)).toEqual([])
})
