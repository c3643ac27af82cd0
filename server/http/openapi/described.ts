import { z } from 'zod'
import { api } from '@shared/api'
import {
  type Answer,
  bodyTooLarge,
  defaultBodyLimit,
  type Endpoint,
  errorView,
  fault,
  recentMinutes,
  writtenRow,
} from '@shared/endpoint'
import { readScopesOf } from '@shared/scopes'
import { tokenLimit } from '@shared/tokens'
import { mostVersionMB, versionDays } from '@shared/versions'
import { mostAtOnce } from '../../limits/few-at-once'

type Door = 'open' | 'cookie' | 'token'

/** An endpoint as it is described: one path, one door, and every answer that can come. */
export type Described = {
  name: string
  tag: string
  door: Door
  endpoint: Endpoint
  answers: Record<number, Answer>
}

const tooMuchReplaced = `${mostVersionMB} MB replaced or deleted with tokens in ${versionDays} days`

/** The tag of the paths that a token opens. */
const tokenTag = 'Token API'

/** Every endpoint of the API; one that a token opens too stands there twice. */
export const described: Described[] = api.flatMap(({ tag, endpoints }) =>
  Object.entries(endpoints).flatMap(([name, endpoint]) => {
    const [method = ''] = name.split(' ')
    const door = endpoint.open ? 'open' : endpoint.bearer ? 'token' : 'cookie'
    const own = describe(name, tag, door, endpoint)
    return endpoint.token
      ? [own, describe(`${method} ${endpoint.token}`, tokenTag, 'token', endpoint)]
      : [own]
  }),
)

export const tags = [...new Set(api.map(({ tag }) => tag))]

function describe(name: string, tag: string, door: Door, endpoint: Endpoint): Described {
  return {
    name,
    tag,
    door,
    endpoint,
    answers: {
      ...impliedAnswers(name, door, endpoint),
      ...(door === 'token' ? answersToToken(endpoint) : endpoint.answers),
    },
  }
}

/** The declared answers, with what a token gets instead that may not read what it writes. */
function answersToToken({ scopes, answers }: Endpoint): Endpoint['answers'] {
  const missing = readScopesOf(scopes).map((scope) => `\`${scope}\``)
  if (!missing.length) return answers
  const without = `for a token without ${missing.join(' or ')}`
  const toToken = ({ description, schema, ...answer }: Answer): Answer => {
    if (hasField(schema, 'updatedAt'))
      return {
        ...answer,
        description: `${description}; only \`id\` and \`updatedAt\` ${without}`,
        schema: z.union([schema, writtenRow]),
      }
    if (hasField(schema, 'current'))
      return {
        ...answer,
        description: `${description}; no \`current\` ${without}`,
        schema: z.union([schema, errorView]),
      }
    return { ...answer, description, schema }
  }
  return Object.fromEntries(Object.entries(answers).map(([status, answer]) => [status, toToken(answer)]))
}

function hasField(schema: z.core.$ZodType | undefined, field: string): schema is z.core.$ZodType {
  if (schema instanceof z.ZodUnion) return schema.options.some((each) => hasField(each, field))
  return schema instanceof z.ZodObject && field in schema.shape
}

/** The names in a path that begin with a colon. */
export function pathParameters(name: string): string[] {
  return [...name.matchAll(/:(\w+)/g)].map(([, parameter = '']) => parameter)
}

/** What can come besides the declared answers: because of the door, the path, the query, the body and the limit. */
function impliedAnswers(name: string, door: Door, endpoint: Endpoint): Record<number, Answer> {
  const { query, body, bodyType, fileTypes, bodyLimit = defaultBodyLimit } = endpoint
  const parameters = pathParameters(name)
  const changes = !name.startsWith('GET ')
  const takesJson = !bodyType && !fileTypes && (body !== undefined || (door !== 'open' && changes))
  const answers: Record<number, Answer> = {
    500: fault('Something broke on the server'),
    503: { ...fault('The database does not answer, or is busy with other requests'), header: 'Retry-After' },
  }
  if (takesJson || query || parameters.includes('date'))
    answers[400] = fault('Malformed or invalid; `errors` names the fields')
  if (door === 'cookie') answers[401] = fault('Signed out')
  if (door === 'token')
    answers[401] = {
      ...fault('No token, or one that has ended or was withdrawn'),
      header: 'WWW-Authenticate',
    }
  const refusals = [
    ...(changes ? ['The request comes from another site'] : []),
    ...(endpoint.recentSignIn ? [`Signed in more than ${recentMinutes} minutes ago (\`signInAgain\`)`] : []),
  ]
  if (door === 'cookie' && refusals.length) answers[403] = fault(refusals.join('; '))
  if (door === 'token' && endpoint.scopes?.length)
    answers[403] = fault(`The token may not do that: it needs ${endpoint.scopes.join(' and ')}`)
  if (parameters.length) answers[404] = fault('It does not exist or is not yours')
  if (takesJson) {
    answers[413] = fault(bodyTooLarge(bodyLimit))
    answers[415] = fault('The body is compressed, or not JSON in UTF-8')
  }
  if (fileTypes) answers[415] = fault('The body is compressed, or of another type')
  const writes = endpoint.scopes?.some((scope) => scope.endsWith(':write'))
  const limits = [
    ...Object.values(endpoint.networkLimits ?? {}),
    ...(endpoint.limit ? [endpoint.limit] : []),
    ...(door === 'token' ? [tokenLimit] : []),
  ]
  const tooMany = [
    ...limits.map(({ description }) => description),
    ...(door === 'token' && writes ? [tooMuchReplaced] : []),
    ...(door === 'open' ? [] : [`more than ${mostAtOnce} requests of this user at once`]),
  ].join(', ')
  if (tooMany) answers[429] = { ...fault(`Too many: ${tooMany}`), header: 'Retry-After' }
  return answers
}
