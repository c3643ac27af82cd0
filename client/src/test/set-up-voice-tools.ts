import { pageUser } from '@/lib/api/page-user'
import { createQueryClient } from '@/lib/api/query-client'
import type { ReadDay } from '@/features/voice/tool-definition'
import { createVoiceTools } from '@/features/voice/voice-tools'
import type { Write } from '@/features/voice/voice-writes'
import { fakeApi, type Routes } from './fake-api'

/** The tools as the screen has them, over an API that answers as given. */
export function setUpVoiceTools(routes: Routes, { readsJournal = false } = {}) {
  const api = fakeApi(routes)
  const client = createQueryClient()
  // A new user for each test: what waits in an earlier one is not sent.
  const userId = crypto.randomUUID()
  Object.assign(pageUser, { id: userId, isOver: false })
  const lines: string[] = []
  const writes: Write[] = []
  const read: ReadDay[] = []
  /** The tools of another talk. */
  const newTools = () =>
    createVoiceTools({
      client,
      userId,
      signal: new AbortController().signal,
      readsJournal,
      onProgress: ({ text }) => lines.push(text),
      onWrite: (write) => writes.push(write),
      onRead: (days) => read.push(...days),
    })
  const tools = newTools()
  const toolOf = (name: string, among = tools) => among.find((tool) => tool.name === name)!
  /** Whether the user agrees to what is proposed. */
  const user = { agrees: true }
  const run = (name: string, input: unknown, callId: string = crypto.randomUUID(), among = tools) =>
    toolOf(name, among).run(input, callId, async () => user.agrees)
  return { user, api, client, tools, newTools, toolOf, lines, writes, read, run }
}
