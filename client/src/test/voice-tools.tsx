import { renderHook } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createQueryClient } from '@/lib/query-client'
import { fakeApi, type Routes } from './fake-api'
import { useVoiceTools } from '@/features/voice/use-voice-tools'
import type { Write } from '@/features/voice/voice-writes'

/** The tools as the screen has them, over an API that answers as given. */
export function setUpVoiceTools(routes: Routes) {
  const api = fakeApi(routes)
  const client = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(useVoiceTools, { wrapper })
  const lines: string[] = []
  const writes: Write[] = []
  /** The tools of another talk. */
  const newTools = () =>
    result.current({ onProgress: ({ text }) => lines.push(text), onWrite: (write) => writes.push(write) })
  const tools = newTools()
  const toolOf = (name: string, among = tools) => among.find((tool) => tool.name === name)!
  const run = (name: string, input: unknown, callId: string = crypto.randomUUID(), among = tools) =>
    toolOf(name, among).run(input, callId)
  return { api, client, tools, newTools, toolOf, lines, writes, run }
}
