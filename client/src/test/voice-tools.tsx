import { renderHook } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useCreateGoal } from '@/features/goals/goals-queries'
import { useCreateEntry, useUpdateEntry } from '@/features/journal/journal-queries'
import { createQueryClient } from '@/lib/query-client'
import { fakeApi, type Routes } from './fake-api'
import { noToasts } from '@/features/voice/use-voice'
import { createVoiceTools } from '@/features/voice/voice-tools'

/** The tools as the screen has them, over an API that answers as given. */
export function setUpVoiceTools(routes: Routes) {
  const api = fakeApi(routes)
  const client = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(
    () => ({
      createGoal: useCreateGoal(noToasts).mutateAsync,
      createEntry: useCreateEntry(noToasts).mutateAsync,
      updateEntry: useUpdateEntry(noToasts).mutateAsync,
    }),
    { wrapper },
  )
  const lines: string[] = []
  const tools = createVoiceTools({ client, ...result.current, onProgress: ({ text }) => lines.push(text) })
  const run = (name: string, input: unknown, callId: string = crypto.randomUUID()) =>
    tools.find((tool) => tool.name === name)!.run(input, callId)
  return { api, client, tools, lines, run }
}
