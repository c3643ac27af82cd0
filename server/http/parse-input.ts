import { z } from 'zod'
import { AppError } from './errors'

/** Parses what a client sent: a fault is 400 and named. Parsing anything else throws a ZodError, which is 500. */
export function parseInput<S extends z.core.$ZodType>(schema: S, value: unknown): z.output<S> {
  const { success, data, error } = z.safeParse(schema, value)
  if (success) return data
  const errors = error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }))
  const [first] = errors
  const message = first ? [first.path, first.message].filter(Boolean).join(': ') : 'Invalid input'
  throw new AppError(400, message, { errors })
}
