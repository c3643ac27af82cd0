import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { dayOf } from '@/lib/dates/days'

/** Refetches what was read on another day. */
export function useRenewedDaily({ dataUpdatedAt, refetch }: UseQueryResult, today: string) {
  useEffect(() => {
    if (dataUpdatedAt > 0 && dayOf(new Date(dataUpdatedAt)) !== today) void refetch()
  }, [dataUpdatedAt, refetch, today])
}
