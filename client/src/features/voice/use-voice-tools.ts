import { useQueryClient } from '@tanstack/react-query'
import { useCreateGoal } from '@/features/goals/goals-queries'
import { useCreateEntry, useUpdateEntry } from '@/features/journal/journal-queries'
import { createVoiceTools, type Deps } from './voice-tools'

/** The progress lines tell what was saved. */
const noToasts = {}

/** Makes the tools of a talk. */
export function useVoiceTools() {
  const client = useQueryClient()
  const createGoal = useCreateGoal(noToasts).mutateAsync
  const createEntry = useCreateEntry(noToasts).mutateAsync
  const updateEntry = useUpdateEntry(noToasts).mutateAsync
  return (on: Pick<Deps, 'onProgress' | 'onWrite'>) =>
    createVoiceTools({ client, createGoal, createEntry, updateEntry, ...on })
}
