type Reported = {
  input_tokens?: unknown
  output_tokens?: unknown
  input_token_details?: { cached_tokens?: unknown } | null
}
type Event = { type?: unknown; response?: { usage?: Reported | null } | null }

const tokens = (given: unknown) => (typeof given === 'number' && given > 0 && given < Infinity ? given : 0)

/**
 * The tokens that an answer has taken, as the provider says in `response.done`; undefined where it says nothing. `counted` is
 * what they use up of `VOICE_TOKENS_PER_TALK`: sound from the provider's cache costs an eightieth of other sound.
 */
export function usageOf(event: unknown) {
  const { type, response } = Object(event) as Event
  if (type !== 'response.done' || !response?.usage) return undefined
  const { input_tokens, output_tokens, input_token_details } = response.usage
  const [input, output] = [tokens(input_tokens), tokens(output_tokens)]
  const cached = tokens(input_token_details?.cached_tokens)
  return { input, output, counted: Math.max(0, input - cached) + cached / 80 + output }
}
