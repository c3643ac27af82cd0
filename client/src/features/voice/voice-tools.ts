import type { QueryClient } from '@tanstack/react-query'
import { randomId } from '@/lib/random-id'
import type { ToolDefinition } from './tool-definition'
import { reasonOf } from './voice-problems'
import type { ProgressLine } from './voice-state'
import { getGoals, readPastJournals } from './voice-tools-reading'
import { createGoal, createJournalEntry, type Mutations } from './voice-tools-writing'
import { LostAnswer, type Write } from './voice-writes'

export type Deps = Mutations & {
  client: QueryClient
  onProgress: (line: ProgressLine) => void
  onWrite: (write: Write) => void
}

export type VoiceTool = Pick<ToolDefinition<never>, 'name' | 'description' | 'parameters'> & {
  /** Resolves with the output for the model, also on failure. A repeated call id is executed once. */
  run: (input: unknown, callId: string, key?: string) => Promise<string>
  /** Fails a call that cannot be run, and gives the output for the model. */
  refuse: (callId: string, reason: string) => string
}

/** A key has at most 200 characters. */
const longestId = 160
const unknownOutcome =
  'It is not known whether it was saved: say so. When the user wants you to try again, use the same words, then nothing is saved twice.'

export function createVoiceTools(deps: Deps): VoiceTool[] {
  // Call ids of different talks may be equal.
  const talk = randomId()
  return [
    toolOf(createJournalEntry(deps), talk, deps),
    toolOf(createGoal(deps), talk, deps),
    toolOf(readPastJournals(deps), talk, deps),
    toolOf(getGoals(deps), talk, deps),
  ]
}

function toolOf<T>(
  { begin, failure, parse, saves, work, ...tool }: ToolDefinition<T>,
  talk: string,
  { onProgress, onWrite }: Deps,
): VoiceTool {
  const answers = new Map<string, Promise<string>>()
  /** Keys of calls that have not succeeded, by their input: when Lisa tries again, it is still the same write. */
  const openKeys = new Map<string, string>()

  function fail(id: string, reason: string) {
    onProgress({ id, text: `✗ ${failure}` })
    return `${failure}: ${reason}`
  }

  async function execute(input: unknown, id: string, key: string) {
    onProgress({ id, text: begin })
    let report = (_change: Pick<Write, 'state'> & Partial<Write>) => {}
    try {
      const wanted = parse(input)
      const text = saves?.(wanted)
      if (text) report = (change) => onWrite({ id: key, tool: tool.name, input, text, ...change })
      report({ state: 'pending' })
      const { line, output, href } = await work(wanted, key)
      openKeys.delete(JSON.stringify(input))
      report({ state: 'saved', text: line, href })
      onProgress({ id, text: `✓ ${line}` })
      return output
    } catch (error) {
      const isUnknown = error instanceof LostAnswer
      openKeys.set(JSON.stringify(input), key)
      const reason = reasonOf(error)
      report({ state: isUnknown ? 'unknown' : 'failed', reason })
      return fail(id, isUnknown ? `${reason} ${unknownOutcome}` : reason)
    }
  }

  return {
    ...tool,
    refuse: fail,
    run(input, callId, key) {
      const id = callId || randomId()
      const ownKey =
        key ?? openKeys.get(JSON.stringify(input)) ?? `${talk}:${encodeURIComponent(id).slice(0, longestId)}`
      const answer = answers.get(id) ?? execute(input, id, ownKey)
      answers.set(id, answer)
      return answer
    },
  }
}
