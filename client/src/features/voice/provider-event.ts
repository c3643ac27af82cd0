/** An event of the provider, as it comes over the data channel. */
export type ProviderEvent = { type: string } & Record<string, unknown>

/** Event names of OpenAI's beta API that self-hosted servers still use, and the current names. */
const betaNames: Record<string, string> = { 'conversation.item.created': 'conversation.item.added' }

/**
 * Completes an event of a self-hosted server before the SDK reads it. The SDK ignores events without an `event_id`: it would
 * call no tool and ask for no further answer.
 */
export function completeEvent(message: MessageEvent<string>) {
  const { type, event_id = '', ...fields } = JSON.parse(message.data) as ProviderEvent
  const event = { type: betaNames[type] ?? type, event_id, ...fields }
  Object.defineProperty(message, 'data', { value: JSON.stringify(event) })
}
