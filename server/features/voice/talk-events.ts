import { isDeepStrictEqual } from 'node:util'
import { voiceToolNames } from '@shared/voice-tools'
import { countedTokens } from '@shared/voice-usage'
import { z } from 'zod'

const tokens = z.number().min(0).catch(0)
const answered = z.object({
  type: z.literal('response.done'),
  response: z.object({
    usage: z.object({
      input_tokens: tokens,
      output_tokens: tokens,
      input_token_details: z.object({ cached_tokens: tokens }).optional().catch(undefined),
    }),
  }),
})
const sessionUpdated = z.object({
  type: z.literal('session.updated'),
  session: z.object({
    instructions: z.string().optional().catch(undefined),
    tools: z.array(z.record(z.string(), z.unknown())).optional().catch(undefined),
  }),
})

/**
 * Judges the events of a talk one after the other: why it has to end, if it does. The page sends instructions and tools
 * once, when it begins; what else it sends to the session later, such as another transcription model, changes neither.
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
    const answer = answered.safeParse(event).data
    if (answer) used += countedTokens(answer.response.usage)
    if (used >= mostTokens) return 'tokens'
    const { instructions, tools } = sessionUpdated.safeParse(event).data?.session ?? {}
    if (tools?.some(({ name }) => !voiceToolNames.some((ours) => ours === name))) return 'foreign tool'
    return isChanged('instructions', instructions) || isChanged('tools', tools)
      ? 'session changed'
      : undefined
  }
}
