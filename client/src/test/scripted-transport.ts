import * as sdk from '@openai/agents-realtime'

type Sent = { type: string; session?: Record<string, unknown>; item?: Record<string, unknown> }

/** The provider's side of the wire, without a wire. */
export class ScriptedTransport extends sdk.OpenAIRealtimeBase {
  status = 'connected' as const
  readonly muted = null
  sent: Sent[] = []
  async connect({ initialSessionConfig = {} }: sdk.RealtimeTransportLayerConnectOptions) {
    this.updateSessionConfig(initialSessionConfig)
  }
  override sendEvent(event: sdk.RealtimeClientMessage) {
    this.sent.push(event as Sent)
  }
  override mute() {}
  override interrupt() {}
  override close() {}
  says(event: object) {
    this._onMessage({ data: JSON.stringify({ event_id: 'e', ...event }) } as MessageEvent)
  }
  calls(name: string, input: string, call_id = 'call_1') {
    const item = { id: 'i', type: 'function_call', status: 'completed', name, call_id, arguments: input }
    this.says({ type: 'response.created', response: { id: 'r' } })
    this.says({ type: 'response.output_item.done', response_id: 'r', output_index: 0, item })
    this.says({ type: 'response.done', response: { id: 'r' } })
  }
}
