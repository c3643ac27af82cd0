import type { ProviderEvent } from './provider-event'
import { failureOf } from './voice-failures'
import { VoiceProblem } from './voice-problems'

type Ours = { instructions: string; tools: { name: string }[] }
type Session = { instructions?: unknown; tools?: unknown }

const noInstructions = "Lisa didn't get her instructions, so we didn't start the talk."

/** LocalAI ends the call after these errors: it looks for its model only after it has answered the offer. */
const isWithoutModel = ({ code, param }: { code?: unknown; param?: unknown }) =>
  !param && (code === 'invalid_model' || code === 'model_load_error')

/**
 * Waits for the provider to say that the session has our instructions and tools. Without them the user would talk with the
 * provider's own assistant. The SDK's `connect()` resolves in that case too.
 *
 * `onRefused` is there for a self-hosted server, which may refuse a setting, repeat nothing of the session, or say nothing at
 * all. It returns whether the session is sent once more, without what was refused; the server must then repeat ours, since
 * what it says may be about something else.
 */
export function confirmationOf({ instructions, tools }: Ours, onRefused?: (event: ProviderEvent) => boolean) {
  let isRefused = false
  let confirm = () => {}
  let refuse: (problem: VoiceProblem) => void = () => {}
  const confirmed = new Promise<void>((resolve, reject) => {
    confirm = resolve
    refuse = reject
  })
  // Avoid an unhandled rejection where connecting fails for another reason first.
  confirmed.catch(() => {})

  function isOurs(session: Session | undefined): boolean {
    if (onRefused && !isRefused && (session?.instructions ?? session?.tools ?? null) === null) return true
    if (!session || String(session.instructions).trim() !== instructions.trim()) return false
    const names = Array.isArray(session.tools)
      ? session.tools.map((tool: { name?: unknown }) => tool.name)
      : []
    return tools.every(({ name }) => names.includes(name))
  }

  return {
    confirmed,
    /** Takes it as confirmed where a self-hosted server has said nothing of the session. */
    assume: () => onRefused && !isRefused && confirm(),
    /** Whether this event is the confirmation. */
    hear(event: ProviderEvent): boolean {
      const failure = failureOf(event)
      const isRefusal = event.type === 'error' && !failure
      // A passing failure of a self-hosted server is no refusal.
      const isPassing = onRefused && failure && !failure.endsTalk
      if (isRefusal) isRefused = true
      const isFinal = isRefusal
        ? isWithoutModel(Object(event.error)) || !onRefused?.(event)
        : failure?.endsTalk || (event.type === 'error' && !isPassing)
      if (isFinal) refuse(new VoiceProblem(failure?.text ?? `${noInstructions} Please try again.`))
      if (event.type !== 'session.updated') return false
      const isConfirmed = isOurs(event.session as Session | undefined)
      if (isConfirmed) confirm()
      // The next attempt would get the same answer.
      else if (onRefused && !isRefused)
        refuse(new VoiceProblem(`${noInstructions} Please tell whoever runs this app.`))
      return isConfirmed
    },
  }
}
