import { expect, test, vi } from 'vitest'
import { onPrefetch, prefetchScreen } from './prefetch'

test('a link with a query prefetches the screen of its path', () => {
  const prefetch = vi.fn<(path: string) => void>()
  onPrefetch(prefetch)
  prefetchScreen('/journal/new?mood=happy')
  prefetchScreen('/goals')
  expect(prefetch.mock.calls).toEqual([['/journal/new'], ['/goals']])
})
