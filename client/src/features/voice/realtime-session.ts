import { RealtimeAgent, RealtimeSession, tool, type RealtimeTransportLayer } from '@openai/agents-realtime'
import type { ProviderEvent } from './provider-event'
import { cutToBytes } from './utf8'
import type { VoiceTool } from './voice-tools'

type Options = {
  instructions: string
  model: string
  tools: VoiceTool[]
  /** The bytes that the output of a tool may take at this moment. */
  longestOutput: () => number
  onEvent: (event: ProviderEvent) => void
  onUnknownTool: (callId: string) => void
}

/** The session over any transport; tests pass a scripted one. */
export function sessionOver(
  transport: RealtimeTransportLayer,
  { instructions, model, tools, longestOutput, onEvent, onUnknownTool }: Options,
): RealtimeSession {
  const agent = new RealtimeAgent({
    name: 'Lisa',
    instructions,
    tools: tools.map(({ name, description, parameters, run }) =>
      tool({
        name,
        description,
        strict: false,
        parameters: { type: 'object', additionalProperties: true, ...parameters },
        execute: async (input, _context, details) =>
          cutToBytes(await run(input, details?.toolCall?.callId ?? ''), longestOutput()),
      }),
    ),
  })
  const session = new RealtimeSession(agent, {
    transport,
    model,
    tracingDisabled: true,
    // The audio settings belong to the key; the SDK's defaults must not override them.
    config: { providerData: { audio: undefined } },
  })

  transport.on('*', onEvent)
  // The SDK does not handle an unknown tool or invalid arguments in a way that lets the talk go on.
  transport.on('function_call', (call) => {
    const tool = tools.find(({ name }) => name === call.name)
    if (!tool) onUnknownTool(call.callId)
    else if (!isJson(call.arguments)) {
      const output = tool.refuse(call.callId, 'The arguments are not valid JSON')
      transport.sendFunctionCallOutput(call, output, true)
    }
  })
  session.on('error', ({ error }) => {
    if (error instanceof Error && error.message.endsWith(' not found')) transport.requestResponse?.()
  })
  return session
}

/** Tells Lisa something that the user does not hear. She speaks of it with her next answer. */
export const tellLisa = (transport: Pick<RealtimeTransportLayer, 'sendEvent'>, text: string) =>
  transport.sendEvent({
    type: 'conversation.item.create',
    item: { type: 'message', role: 'system', content: [{ type: 'input_text', text }] },
  })

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
