import { isDeepStrictEqual } from 'node:util'
import { voiceToolNames } from '@shared/voice-tools'
import { usageOf } from '@shared/voice-usage'
import { z } from 'zod'

const sessionUpdated = z.object({
  type: z.literal('session.updated'),
  session: z.object({
    instructions: z.string().optional().catch(undefined),
    tools: z.array(z.record(z.string(), z.unknown())).optional().catch(undefined),
  }),
})

/**
 * Takes the events of a talk one by one, and returns why the talk has to end, if it has to. The page sends instructions and
 * tools once, at the beginning; its later changes to the session, such as another transcription model, change neither.
 */
export function judgeTalk(mostTokens: number) {
  const first: Record<string, unknown> = {}
  let used = 0

  const isChanged = (name: string, given: unknown[] | string | undefined) => {
    if (given === undefined) return false
    if (given.length) first[name] ??= given
    return first[name] !== undefined && !isDeepStrictEqual(first[name], given)
  }

  return (event: unknown): 'tokens' | 'foreign tool' | 'session changed' | undefined => {
    used += usageOf(event)?.counted ?? 0
    if (used >= mostTokens) return 'tokens'
    const { instructions, tools } = sessionUpdated.safeParse(event).data?.session ?? {}
    if (tools?.some(({ name }) => !voiceToolNames.some((ours) => ours === name))) return 'foreign tool'
    return isChanged('instructions', instructions) || isChanged('tools', tools)
      ? 'session changed'
      : undefined
  }
}
