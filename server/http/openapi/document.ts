import { z } from 'zod'
import { addPasswordInput, loginInput } from '@shared/auth'
import { goalInput, goalPatch } from '@shared/goals'
import { journalEntryInput, journalEntryUpdate } from '@shared/journal'
import { reminderSettingsInput } from '@shared/reminders'
import * as views from '@shared/views'
import { sessionCookieName } from '../../features/auth/sessions'
import { type Answer, answersOf, doorOf, type Operation, pathParameters } from './operation'
import { chapters } from './operations'

/** The schemas that have a name of their own in the description. */
const named = {
  User: views.userView,
  Login: views.loginView,
  Goal: views.goalView,
  JournalEntry: views.journalEntryView,
  ReminderSettings: views.reminderSettingsView,
  Error: views.errorView,
  LoginInput: loginInput,
  PasswordInput: addPasswordInput,
  GoalInput: goalInput,
  GoalPatch: goalPatch,
  JournalEntryInput: journalEntryInput,
  JournalEntryUpdate: journalEntryUpdate,
  ReminderSettingsInput: reminderSettingsInput,
}
for (const [id, schema] of Object.entries(named)) z.globalRegistry.add(schema, { id })

export type JsonSchema = {
  [key: string]: unknown
  properties?: Record<string, JsonSchema>
  required?: string[]
}
type Io = 'input' | 'output'

export function openApiDocument(appUrl: string) {
  const components: Record<string, JsonSchema> = {}

  /** A named schema is put among the components, and referred to. */
  function schemaOf(schema: z.ZodType, io: Io): JsonSchema {
    const { properties, $defs = {} } = z.toJSONSchema(z.object({ it: schema }), {
      io,
      // The formats say the same as Zod's long patterns.
      override: ({ jsonSchema }) => void (jsonSchema.format && delete jsonSchema.pattern),
    })
    const referring = (value: unknown): JsonSchema =>
      JSON.parse(JSON.stringify(value).replaceAll('#/$defs/', '#/components/schemas/'))
    for (const [name, definition] of Object.entries($defs)) {
      const { id: _, ...component } = referring(definition)
      components[name] = component
    }
    return referring(properties?.it)
  }

  const parametersOf = (endpoint: string, { query }: Operation) => {
    const asked = query ? schemaOf(query, 'input') : {}
    return [
      ...pathParameters(endpoint).map((name) => ({
        name,
        in: 'path',
        required: true,
        schema: { type: 'string', format: name === 'date' ? 'date' : 'uuid' },
      })),
      ...Object.entries(asked.properties ?? {}).map(([name, { description, ...schema }]) => ({
        name,
        in: 'query',
        required: asked.required?.includes(name) ?? false,
        description,
        schema,
      })),
    ]
  }

  const responseOf = ({ description, schema, type, header }: Answer) => ({
    description,
    ...(header && { headers: { [header]: { schema: { type: 'string' } } } }),
    ...(schema && { content: { 'application/json': { schema: schemaOf(schema, 'output') } } }),
    ...(type && { content: { [type]: { schema: { type: 'string' } } } }),
  })

  const describe = (tag: string, endpoint: string, operation: Operation) => {
    const { summary, description, body, bodyType = 'application/json' } = operation
    const door = doorOf(endpoint, operation)
    const parameters = parametersOf(endpoint, operation)
    return {
      operationId: endpoint
        .toLowerCase()
        .replace(/[^a-z]+(\w)/g, (_, letter: string) => letter.toUpperCase()),
      tags: [tag],
      summary,
      ...(description && { description }),
      security: door === 'open' ? [] : [{ [door]: [] }],
      ...(parameters.length && { parameters }),
      ...(body && {
        requestBody: { required: true, content: { [bodyType]: { schema: schemaOf(body, 'input') } } },
      }),
      responses: Object.fromEntries(
        Object.entries(answersOf(endpoint, operation)).map(([status, answer]) => [
          status,
          responseOf(answer),
        ]),
      ),
    }
  }

  const paths: Record<string, Record<string, ReturnType<typeof describe>>> = {}
  for (const [tag, operations] of Object.entries(chapters))
    for (const [endpoint, operation] of Object.entries(operations)) {
      const [method = '', path = ''] = endpoint.split(' ')
      const methods = (paths[path.replace(/:(\w+)/g, '{$1}')] ??= {})
      methods[method.toLowerCase()] = describe(tag, endpoint, operation)
    }

  return {
    openapi: '3.1.1',
    info: {
      title: 'Lisa',
      version: '1',
      description: [
        'Goals and journal of one person, as JSON. Set a password in Settings under API Access, get a token with `POST /api/auth/login`, and send it as `Authorization: Bearer {token}`: it opens the paths under `/api/jwt`.',
        'The other paths are those of the app itself: they need the cookie of a browser that has signed in, and whatever changes something must come from a page of Lisa (`Origin` or `Sec-Fetch-Site`).',
        'Lengths are counted in UTF-16 units. Days are `YYYY-MM-DD`, instants ISO 8601 in UTC. Unknown fields of a body are ignored. Every answer carries an `X-Request-Id`.',
      ].join('\n\n'),
    },
    servers: [{ url: appUrl }],
    tags: Object.keys(chapters).map((name) => ({ name })),
    paths,
    components: {
      schemas: components,
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        cookie: { type: 'apiKey', in: 'cookie', name: sessionCookieName },
      },
    },
  }
}
export type OpenApiDocument = ReturnType<typeof openApiDocument>
