import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useUser } from '@/features/auth/use-user'
import type { Deps } from './voice-tools'

/** In a chunk of its own, with the rules of what is saved: only a talk needs it. */
export const loadVoiceTools = () => import('./voice-tools')

/** Makes the tools of a talk. */
export function useVoiceTools() {
  const client = useQueryClient()
  const { id: userId } = useUser()
  const screen = useRef(new AbortController())
  useEffect(() => {
    const current = new AbortController()
    screen.current = current
    return () => current.abort()
  }, [])
  return async (on: Omit<Deps, 'client' | 'userId' | 'signal'>) =>
    (await loadVoiceTools()).createVoiceTools({ client, userId, signal: screen.current.signal, ...on })
}
