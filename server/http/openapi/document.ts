import { z } from 'zod'
import { type Answer, idempotencyHeaders } from '@shared/endpoint'
import { scopes } from '@shared/scopes'
import { type Io, jsonSchemaOf } from '../json-schema'
import { type Described, described, pathParameters, tags } from './described'

export type JsonSchema = {
  [key: string]: unknown
  properties?: Record<string, JsonSchema>
  required?: string[]
}

/** Of the parameters in a path. */
const formats: Record<string, string> = { id: 'uuid', date: 'date' }
const tokenKinds = `There are two kinds of token. One that was made in Settings begins with \`lisa_pat_\`, ends on its day or when it is withdrawn, and may do what its scopes say (${scopes.map((scope) => `\`${scope}\``).join(', ')}): each call names those that it needs, all of them. One that \`POST /api/auth/login\` answers, for the email address and the password that was set under API Access, is a JWT, ends after seven days or with the password, and has all scopes.`

export function openApiDocument(appUrl: string, sessionCookieName: string) {
  const components: Record<string, JsonSchema> = {}

  /** A named schema is put among the components, and referred to. */
  function schemaOf(schema: z.core.$ZodType, io: Io): JsonSchema {
    const { properties, $defs = {} } = jsonSchemaOf(z.object({ it: schema }), io)
    const referring = (value: unknown): JsonSchema =>
      JSON.parse(JSON.stringify(value).replaceAll('#/$defs/', '#/components/schemas/'))
    for (const [name, definition] of Object.entries($defs)) {
      const { id: _, ...component } = referring(definition)
      components[name] = component
    }
    return referring(properties?.it)
  }

  /** The fields of `object`, each as a parameter in `place`. */
  const fieldsIn = (place: 'query' | 'header', object?: z.core.$ZodObject) => {
    const { properties = {}, required = [] } = object ? schemaOf(object, 'input') : {}
    return Object.entries(properties).map(([name, { description, ...schema }]) => ({
      name,
      in: place,
      required: required.includes(name),
      description,
      schema,
    }))
  }

  const parametersOf = ({ name, endpoint: { query, idempotent } }: Described) => [
    ...pathParameters(name).map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string', format: formats[name] },
    })),
    ...fieldsIn('query', query),
    ...fieldsIn('header', idempotent && idempotencyHeaders),
  ]

  const headersOf = ({ header, optionalHeader }: Pick<Answer, 'header' | 'optionalHeader'>) => ({
    ...(header && { [header]: { required: true, schema: { type: 'string' } } }),
    ...(optionalHeader && {
      [optionalHeader.name]: { description: optionalHeader.description, schema: { type: 'string' } },
    }),
  })

  const responseOf = ({ description, schema, type, ...headers }: Answer) => ({
    description,
    ...((headers.header || headers.optionalHeader) && { headers: headersOf(headers) }),
    ...(schema && { content: { 'application/json': { schema: schemaOf(schema, 'output') } } }),
    ...(type && { content: { [type]: { schema: { type: 'string' } } } }),
  })

  const operationOf = (one: Described) => {
    const { name, tag, door, endpoint, answers } = one
    const { summary, description, body, bodyType = 'application/json', fileTypes } = endpoint
    const parameters = parametersOf(one)
    return {
      operationId: name
        .toLowerCase()
        .replace(/(?<![^a-z])[^a-z]+(\w)/g, (_, letter: string) => letter.toUpperCase()),
      tags: [tag],
      summary,
      ...(description && { description }),
      security: door === 'open' ? [] : [{ [door]: door === 'token' ? [...(endpoint.scopes ?? [])] : [] }],
      ...(parameters.length && { parameters }),
      ...(body && {
        requestBody: { required: true, content: { [bodyType]: { schema: schemaOf(body, 'input') } } },
      }),
      ...(fileTypes && {
        requestBody: {
          required: true,
          content: Object.fromEntries(fileTypes.map((type) => [type, { schema: {} }])),
        },
      }),
      responses: Object.fromEntries(
        Object.entries(answers).map(([status, answer]) => [status, responseOf(answer)]),
      ),
    }
  }

  const paths: Record<string, Record<string, ReturnType<typeof operationOf>>> = {}
  for (const one of described) {
    const [method = '', path = ''] = one.name.split(' ')
    const methods = (paths[path.replace(/:(\w+)/g, '{$1}')] ??= {})
    methods[method.toLowerCase()] = operationOf(one)
  }

  return {
    openapi: '3.1.1',
    info: {
      title: 'Lisa',
      version: '1',
      contact: { name: 'The administrator of this server', url: appUrl },
      description: [
        'Goals and journal of one person, as JSON. Make a token in Settings under API Access and send it as `Authorization: Bearer {token}`: it opens the paths under `/api/jwt`, and `/api/mcp`.',
        tokenKinds,
        'The other paths that are not open are those of the app itself: they need the cookie of a browser that has signed in, and whatever changes something must come from a page of Lisa (`Origin` or `Sec-Fetch-Site`).',
        'Lengths are counted in UTF-16 units. Days are `YYYY-MM-DD`, instants ISO 8601 in UTC. Unknown fields of a body are ignored. Every answer carries an `X-Request-Id`.',
      ].join('\n\n'),
    },
    servers: [{ url: appUrl }],
    tags: tags.map((name) => ({ name })),
    paths,
    components: {
      schemas: components,
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: tokenKinds },
        cookie: { type: 'apiKey', in: 'cookie', name: sessionCookieName },
      },
    },
  }
}
export type OpenApiDocument = ReturnType<typeof openApiDocument>
