import type { z } from 'zod'
import { errorView } from '@shared/views'

/** One method on one path, as it is described. What follows from its door and its path is added by `answersOf`. */
export type Operation = {
  summary: string
  description?: string
  /** Needs neither cookie nor token. */
  open?: true
  query?: z.ZodObject
  body?: z.ZodType
  /** How the body is written, where it is not JSON. */
  bodyType?: string
  answers: Record<number, Answer>
}
export type Operations = Record<`${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /api/${string}`, Operation>

export type Answer = { description: string; schema?: z.ZodType; type?: string; header?: string }

export const json = (description: string, schema: z.ZodType): Answer => ({ description, schema })
export const page = (description: string): Answer => ({ description, type: 'text/html' })
export const redirect = (description: string): Answer => ({ description, header: 'Location' })
export const fault = (description: string): Answer => json(description, errorView)
export const tooMany = (limit: string): Answer => ({ ...fault(`Too many: ${limit}`), header: 'Retry-After' })

export type Door = 'open' | 'cookie' | 'token'

export function doorOf(endpoint: string, { open }: Operation): Door {
  if (open) return 'open'
  return endpoint.includes(' /api/jwt/') ? 'token' : 'cookie'
}

const changes = (endpoint: string) => !endpoint.startsWith('GET ')
export const pathParameters = (endpoint: string) =>
  [...endpoint.matchAll(/:(\w+)/g)].map(([, name = '']) => name)

/** Every answer that can come: those of the operation, and those that its door, its path, its query and its body bring. */
export function answersOf(endpoint: string, operation: Operation): Record<number, Answer> {
  const door = doorOf(endpoint, operation)
  const parameters = pathParameters(endpoint)
  const takesBody =
    operation.bodyType === undefined &&
    (operation.body !== undefined || (door !== 'open' && changes(endpoint)))
  const answers: Record<number, Answer> = { 500: fault('Something broke on the server') }
  if (takesBody || operation.query || parameters.includes('date'))
    answers[400] = fault('Malformed or invalid; `errors` names the fields')
  if (door === 'cookie') answers[401] = fault('Signed out')
  if (door === 'token')
    answers[401] = { ...fault('No token, or one that is not valid'), header: 'WWW-Authenticate' }
  if (door === 'cookie' && changes(endpoint)) answers[403] = fault('Sent by a page of another site')
  if (parameters.length) answers[404] = fault('There is none, or it is not yours')
  if (takesBody) {
    answers[413] = fault('The body is larger than 4 MiB')
    answers[415] = fault('The body is not JSON in UTF-8')
  }
  return { ...answers, ...operation.answers }
}
