import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createQueryClient } from '@/lib/query-client'
import { fakeApi } from '@/test/fake-api'
import { useUpdateEntry } from './journal-queries'
import { valuesOf } from './journal-values'

test('without a loaded entry nothing is updated, and nothing is sent', async () => {
  const { calls } = fakeApi()
  const client = createQueryClient()
  const { result } = renderHook(useUpdateEntry, {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  const values = valuesOf('2026-01-05', null)
  await expect(result.current.mutateAsync({ loaded: undefined, values })).rejects.toThrow(
    /^No existing entry to update$/,
  )
  expect(calls).toEqual([])
})
