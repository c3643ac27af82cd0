/** An event of the provider, as it comes over the data channel. */
export type ProviderEvent = { type: string } & Record<string, unknown>

/** Names of the beta that servers of one's own still use. */
const betaNames: Record<string, string> = { 'conversation.item.created': 'conversation.item.added' }

/**
 * Completes an event of a server of one's own before the SDK reads it: without an id it would have no effect, so that no tool
 * was called and no second answer asked for.
 */
export function completeEvent(message: MessageEvent<string>) {
  const { type, event_id = '', ...fields } = JSON.parse(message.data) as ProviderEvent
  const event = { type: betaNames[type] ?? type, event_id, ...fields }
  Object.defineProperty(message, 'data', { value: JSON.stringify(event) })
}
