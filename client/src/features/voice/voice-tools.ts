import type { QueryClient } from '@tanstack/react-query'
import { randomId } from '@/lib/random-id'
import { Outbox } from '@/lib/saving/outbox'
import { saveVersion, type Save } from '@/lib/saving/save'
import { isNotTaken } from '@/lib/api/api'
import type { ReadDay, ReadingTool, Told, WritingTool } from './tool-definition'
import { reasonOf } from './voice-problems'
import type { ProgressLine } from './voice-state'
import { getGoals, readDay, readPastJournals, searchJournal } from './voice-tools-reading'
import { markGoalAchieved, noteProgress } from './voice-tools-goals'
import { createGoal, createJournalEntry } from './voice-tools-writing'
import type { Write } from './voice-writes'

export { undoWrite } from './undo'

export type Deps = {
  client: QueryClient
  userId: string
  onProgress: (line: ProgressLine) => void
  onWrite: (write: Write) => void
  /** Whether Lisa may read the whole journal. */
  readsJournal?: boolean
  /** What a reading tool gave to the model. */
  onRead?: (days: ReadDay[]) => void
  /** The screen is left: what ends after that is told by a toast. */
  signal: AbortSignal
}

type HasAgreed = () => Promise<boolean>
type Execute = (input: unknown, key: string, isResumed: boolean, hasAgreed?: HasAgreed) => Promise<string>

export type VoiceTool = Pick<ReadingTool<never>, 'name' | 'description' | 'parameters'> & {
  /**
   * Resolves with the output for the model, also on failure. A repeated call id is executed once. What saves waits for the
   * user's tap unless they have agreed.
   */
  run: (input: unknown, callId: string, hasAgreed: HasAgreed) => Promise<string>
  /** Runs a call whose key is known, as the user has asked by a tap, or after a reload, when it may have ended meanwhile. */
  again: (input: unknown, key: string, isResumed: boolean) => Promise<string>
  /** Fails a call that cannot be run, and gives the output for the model. */
  refuse: (callId: string, reason: string) => string
}

/** Lisa waits so long for the server before she says that something is not saved yet. */
const patienceMs = 8_000
/** A key has at most 200 characters. */
const longestId = 160
const waitsOnDevice =
  'Not saved yet: Lisa cannot be reached. It is kept on this device, and will be sent as soon as she can. Say that it is not saved yet, and do not try again.'
const waitsForTap =
  'Not saved yet: it waits until the user taps Save on the screen. Tell them so in one short sentence. Try again only if they say yes.'
const unknownOutcome =
  'It is not known whether it was saved: say so. When the user wants you to try again, use the same words, then nothing is saved twice.'

export function createVoiceTools(deps: Deps): VoiceTool[] {
  // Call ids of different talks may be equal.
  const talk = randomId()
  return [
    writing(createJournalEntry, talk, deps),
    writing(createGoal, talk, deps),
    reading(readPastJournals(deps), talk, deps),
    reading(getGoals(deps), talk, deps),
    ...(deps.readsJournal
      ? [reading(searchJournal(deps), talk, deps), reading(readDay(deps), talk, deps)]
      : []),
    writing(noteProgress, talk, deps),
    writing(markGoalAchieved, talk, deps),
  ]
}

const reading = <T>(
  { read, ...tool }: ReadingTool<T>,
  talk: string,
  { onProgress, onRead }: Deps,
): VoiceTool =>
  toolOf(
    tool,
    talk,
    async (input, id) => {
      onProgress({ id, text: tool.begin })
      try {
        const { line, output, days } = await read(tool.parse(input))
        onRead?.(days)
        onProgress({ id, text: `✓ ${line}` })
        return output
      } catch (error) {
        return failed(tool, id, reasonOf(error), onProgress)
      }
    },
    onProgress,
  )

function writing<T, V, Row>(tool: WritingTool<T, V, Row>, talk: string, deps: Deps): VoiceTool {
  const { onProgress, onWrite } = deps
  /** Keys of calls that have not succeeded, or are once, by their input: when Lisa tries again, it is still the same save. */
  const openKeys = new Map<string, string>()
  /** Answers to what has not ended yet, or is once, by key: a call that comes again gets the same. */
  const underWay = new Map<string, Promise<string>>()

  const write: Execute = (input, key, ...how) => {
    const answer = underWay.get(key) ?? begin(input, key, ...how)
    underWay.set(key, answer)
    return answer
  }

  const begin: Execute = async (input, key, isResumed, hasAgreed) => {
    const showLine = (text: string) => onProgress({ id: key, text })
    showLine(tool.begin)
    const words = JSON.stringify(input)
    openKeys.set(words, key)
    let report = (_change: Pick<Write, 'state'> & Partial<Write>) => {}
    const fail = (error: unknown) => {
      underWay.delete(key)
      const isUnknown = isNotTaken(error)
      const reason = reasonOf(error)
      report({ state: isUnknown ? 'unknown' : 'failed', reason })
      return failed(tool, key, isUnknown ? `${reason} ${unknownOutcome}` : reason, onProgress)
    }
    try {
      const parsed = tool.parse(input)
      const wanted = tool.resolve ? await tool.resolve(parsed, deps.client) : parsed
      const text = tool.text(wanted)
      const kept = tool.resolve ? wanted : input
      report = (change) => onWrite({ id: key, tool: tool.name, input: kept, text, ...change })
      const proposed = { state: 'proposed', title: tool.title(wanted) } as const
      // Reported before the wait: the screen may be left meanwhile.
      if (hasAgreed) report({ ...proposed, awaitsWords: true })
      if (hasAgreed && !(await hasAgreed())) {
        underWay.delete(key)
        report(proposed)
        showLine(`Waits for your tap: ${text}`)
        return waitsForTap
      }
      report({ state: 'pending' })
      const succeed = (row: Row | null) => {
        const before = row === null ? undefined : tool.sender.before?.(row)
        // Another window has sent it.
        const { line, output, href, reason }: Told =
          row === null ? { line: text, output: 'Saved.' } : tool.told(row, wanted, before)
        if (!tool.isOnce) {
          underWay.delete(key)
          openKeys.delete(words)
        }
        const undo = row === null ? undefined : tool.undo(row, before)
        report({ state: 'saved', text: line, href, reason, undo })
        showLine(`✓ ${line}`)
        return output
      }

      const save = saveOf(tool, wanted, key, deps.userId)
      const outbox = Outbox.of(deps.client).register(tool.sender)
      const isTold = () => !deps.signal.aborted
      const { isKept, outcome } = await (isResumed
        ? outbox.resume(save, { isTold })
        : outbox.add(save, { isTold }))
      const told = outcome
        .then((end) => ('error' in end ? fail(end.error) : succeed(end.row as Row | null)))
        .catch(fail)
      const late = new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs))
      const answer = await Promise.race([told, late])
      if (answer !== undefined) return answer
      if (isKept) report({ state: 'waiting' })
      return isKept ? waitsOnDevice : unknownOutcome
    } catch (error) {
      return fail(error)
    }
  }

  return toolOf(tool, talk, write, onProgress, openKeys)
}

/** A save like those of the forms. */
const saveOf = <T, V, Row>(
  tool: WritingTool<T, V, Row>,
  wanted: T,
  key: string,
  userId: string,
): Save<V> => ({
  version: saveVersion,
  id: key,
  key,
  userId,
  kind: tool.sender.kind,
  ...tool.save(wanted, key),
  seen: [],
  by: 'lisa',
  savedAt: Date.now(),
})

function failed(
  { failure }: { failure: string },
  id: string,
  reason: string,
  onProgress: Deps['onProgress'],
): string {
  onProgress({ id, text: `✗ ${failure}` })
  return `${failure}: ${reason}`
}

function toolOf(
  tool: Pick<ReadingTool<never>, 'name' | 'description' | 'parameters' | 'failure'>,
  talk: string,
  execute: Execute,
  onProgress: Deps['onProgress'],
  openKeys = new Map<string, string>(),
): VoiceTool {
  const { name, description, parameters } = tool
  const answers = new Map<string, Promise<string>>()
  return {
    name,
    description,
    parameters,
    refuse: (id, reason) => failed(tool, id, reason, onProgress),
    again: execute,
    run(input, callId, hasAgreed) {
      const id = callId || randomId()
      const key =
        openKeys.get(JSON.stringify(input)) ?? `${talk}:${encodeURIComponent(id).slice(0, longestId)}`
      const answer = answers.get(id) ?? execute(input, key, false, hasAgreed)
      answers.set(id, answer)
      return answer
    },
  }
}
