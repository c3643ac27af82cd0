import { z } from 'zod'
import { empty, endpoints, json, MiB } from './endpoint'

/** Whatever breaks the protocol is answered by its library, so nothing but an object is asked for here. */
const message = z
  .looseObject({
    jsonrpc: z.unknown().optional().meta({ const: '2.0' }),
    id: z
      .unknown()
      .optional()
      .meta({ type: ['integer', 'string'] }),
    method: z
      .unknown()
      .optional()
      .meta({
        type: 'string',
        enum: [
          'server/discover',
          'initialize',
          'notifications/initialized',
          'ping',
          'tools/list',
          'tools/call',
        ],
      }),
    params: z.unknown().optional().meta({ type: 'object' }),
  })
  .meta({ id: 'McpMessage' })

const answer = (description: string) => json(description, z.looseObject({}))

export const mcpEndpoints = endpoints(
  { tag: 'Assistants' },
  {
    'POST /api/mcp': {
      summary: 'Let an assistant call its tools',
      description:
        'The Model Context Protocol (MCP), streamable HTTP without sessions, of the revisions 2025-03-26 to 2026-07-28, without batches: one JSON-RPC message in, one JSON answer out. A tool is offered if the scopes of the token reach it.',
      bearer: true,
      assistant: true,
      body: message,
      bodyLimit: 4 * MiB,
      objectsInBody: 100,
      answers: {
        200: answer('The answer, also where it is an error'),
        202: empty('It was a notification'),
        400: answer('The message breaks the protocol, or is malformed'),
        403: answer('The request comes from the page of another site'),
        404: answer('Assistants are turned off on this server (`MCP=off`), or there is no such method'),
        406: answer(
          'The client does not accept what may be sent: `Accept: application/json, text/event-stream`',
        ),
      },
    },
  },
)
