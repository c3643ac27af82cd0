import type { ProviderEvent } from './provider-event'
import { failureOf } from './voice-failures'
import { VoiceProblem } from './voice-problems'

type Ours = { instructions: string; tools: { name: string }[] }
type Session = { instructions?: unknown; tools?: unknown }

/**
 * Waits for the provider to say that the session has our instructions and tools. Without them the user would talk with the
 * provider's own assistant. The SDK's `connect()` resolves in that case too.
 */
export function confirmationOf({ instructions, tools }: Ours) {
  let confirm = () => {}
  let refuse: (problem: VoiceProblem) => void = () => {}
  const confirmed = new Promise<void>((resolve, reject) => {
    confirm = resolve
    refuse = reject
  })
  // Avoid an unhandled rejection where connecting fails for another reason first.
  confirmed.catch(() => {})

  function isOurs(session: Session | undefined): boolean {
    if (!session || String(session.instructions).trim() !== instructions.trim()) return false
    const names = Array.isArray(session.tools)
      ? session.tools.map((tool: { name?: unknown }) => tool.name)
      : []
    return tools.every(({ name }) => names.includes(name))
  }

  return {
    confirmed,
    /** Whether this event is the confirmation. */
    hear(event: ProviderEvent): boolean {
      const failure = failureOf(event)
      if (event.type === 'error' || failure?.endsTalk)
        refuse(
          new VoiceProblem(
            failure?.text ??
              "Lisa didn't get her instructions, so we didn't start the talk. Please try again.",
          ),
        )
      const isConfirmed = event.type === 'session.updated' && isOurs(event.session as Session | undefined)
      if (isConfirmed) confirm()
      return isConfirmed
    },
  }
}
