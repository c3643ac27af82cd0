import type { ProviderEvent } from './provider-event'
import { failureOf } from './voice-failures'
import { VoiceProblem } from './voice-problems'

type Ours = { instructions: string; tools: { name: string }[] }
type Session = { instructions?: unknown; tools?: unknown }

/**
 * Waits for the provider to say that the session has our instructions and tools. Without them the user would talk with the
 * provider's own assistant. The SDK's `connect()` resolves in that case too.
 *
 * `onRefused` is there for a server of one's own. It may refuse a setting and take the rest, and it need not repeat what it
 * has taken, or confirm at all.
 */
export function confirmationOf({ instructions, tools }: Ours, onRefused?: (event: ProviderEvent) => void) {
  let isAnswered = false
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
    /** Takes it as confirmed where a server of one's own has said nothing of the session. */
    assume: () => onRefused && !isAnswered && !isRefused && confirm(),
    /** Whether this event is the confirmation. */
    hear(event: ProviderEvent): boolean {
      const failure = failureOf(event)
      if (event.type === 'error' && onRefused && !failure?.endsTalk) {
        isRefused = true
        onRefused(event)
      } else if (event.type === 'error' || failure?.endsTalk)
        refuse(
          new VoiceProblem(
            failure?.text ??
              "Lisa didn't get her instructions, so we didn't start the talk. Please try again.",
          ),
        )
      if (event.type !== 'session.updated') return false
      isAnswered = true
      const isConfirmed = isOurs(event.session as Session | undefined)
      if (isConfirmed) confirm()
      return isConfirmed
    },
  }
}
