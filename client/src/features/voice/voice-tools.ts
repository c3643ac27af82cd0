import type { QueryClient } from '@tanstack/react-query'
import { randomId } from '@/lib/random-id'
import { Outbox, type Sender, type Watcher } from '@/lib/saving/outbox'
import { saveVersion, type Save } from '@/lib/saving/save'
import { isNotTaken } from '@/lib/saving/save-errors'
import type { ReadingTool, Told, WritingTool } from './tool-definition'
import { reasonOf } from './voice-problems'
import type { ProgressLine } from './voice-state'
import { getGoals, readPastJournals } from './voice-tools-reading'
import { createGoal, createJournalEntry } from './voice-tools-writing'
import type { Write } from './voice-writes'

export type Deps = {
  client: QueryClient
  userId: string
  onProgress: (line: ProgressLine) => void
  onWrite: (write: Write) => void
  /** Ends the watching of what still waits to be sent, when the screen is left. */
  signal: AbortSignal
}

export type VoiceTool = Pick<ReadingTool<never>, 'name' | 'description' | 'parameters'> & {
  /** Resolves with the output for the model, also on failure. A repeated call id is executed once. */
  run: (input: unknown, callId: string, key?: string) => Promise<string>
  /** Fails a call that cannot be run, and gives the output for the model. */
  refuse: (callId: string, reason: string) => string
}

/** Lisa waits so long for the server before she says that something is not saved yet. */
const patienceMs = 8_000
/** A key has at most 200 characters. */
const longestId = 160
const waitsOnDevice =
  'Not saved yet: Lisa cannot be reached. It is kept on this device, and will be sent as soon as she can. Say that it is not saved yet, and do not try again.'
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
  ]
}

const reading = <T>({ read, ...tool }: ReadingTool<T>, talk: string, { onProgress }: Deps): VoiceTool =>
  toolOf(
    tool,
    talk,
    async (input, id) => {
      onProgress({ id, text: tool.begin })
      try {
        const { line, output } = await read(tool.parse(input))
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
  /** Keys of calls that have not succeeded, by their input: when Lisa tries again, it is still the same save. */
  const openKeys = new Map<string, string>()

  async function write(input: unknown, id: string, key: string): Promise<string> {
    onProgress({ id, text: tool.begin })
    const words = JSON.stringify(input)
    openKeys.set(words, key)
    let report = (_change: Pick<Write, 'state'> & Partial<Write>) => {}
    const fail = (error: unknown) => {
      const isUnknown = isNotTaken(error)
      const reason = reasonOf(error)
      report({ state: isUnknown ? 'unknown' : 'failed', reason })
      return failed(tool, id, isUnknown ? `${reason} ${unknownOutcome}` : reason, onProgress)
    }
    try {
      const wanted = tool.parse(input)
      const text = tool.text(wanted)
      report = (change) => onWrite({ id: key, tool: tool.name, input, text, ...change })
      report({ state: 'pending' })
      const succeed = (row: Row | null): string => {
        openKeys.delete(words)
        // Another window has sent it.
        const { line, output, href }: Told = row ? tool.told(row, wanted) : { line: text, output: 'Saved.' }
        report({ state: 'saved', text: line, href })
        onProgress({ id, text: `✓ ${line}` })
        return output
      }
      return await new Promise<string>((resolve) => {
        const waits = () => {
          report({ state: 'waiting' })
          resolve(waitsOnDevice)
        }
        void saveInTalk(
          deps,
          tool.sender,
          { id: key, key, ...tool.save(wanted) },
          {
            sent: (row) => resolve(succeed(row as Row | null)),
            refused: (error) => resolve(fail(error)),
            waits,
          },
        )
      })
    } catch (error) {
      return fail(error)
    }
  }

  return toolOf(tool, talk, write, onProgress, openKeys)
}

type Outcome = Omit<Watcher, 'isSilent'> & {
  /** The server has not answered yet; `sent` or `refused` may be called later. */
  waits: () => void
}

/** Saves as a form does. If the save waits already, it is not made a second time. */
async function saveInTalk<V, Row>(
  { client, userId, signal }: Deps,
  sender: Sender<V, Row>,
  saved: Pick<Save<V>, 'id' | 'key' | 'subject' | 'values' | 'isAddition'>,
  { waits, ...outcome }: Outcome,
) {
  const save: Save<V> = {
    ...saved,
    version: saveVersion,
    userId,
    kind: sender.kind,
    seen: [],
    savedAt: Date.now(),
  }
  let isOver = false
  const end =
    <A>(tell: (answer: A) => unknown) =>
    (answer: A) => {
      isOver = true
      return tell(answer)
    }
  const watcher = { isSilent: true, sent: end(outcome.sent), refused: end(outcome.refused) }
  const outbox = Outbox.of(client).register(sender)
  const patience = setTimeout(() => isOver || waits(), patienceMs)
  if (!outbox.has(save)) await outbox.add(save, { watcher })
  signal.addEventListener('abort', outbox.watch(save, watcher))
  signal.addEventListener('abort', () => clearTimeout(patience))
}

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
  execute: (input: unknown, id: string, key: string) => Promise<string>,
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
