/** As the provider reports it of an answer, in `response.done`. */
export type Usage = {
  input_tokens?: number
  output_tokens?: number
  input_token_details?: { cached_tokens?: number } | null
}

/** What an answer uses up of `VOICE_TOKENS_PER_TALK`: input from the provider's cache costs hardly anything. */
export const countedTokens = ({ input_tokens = 0, output_tokens = 0, input_token_details }: Usage): number =>
  input_tokens - (input_token_details?.cached_tokens ?? 0) + output_tokens
