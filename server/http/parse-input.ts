import { z } from 'zod'
import { partial } from 'zod/mini'
import type { Fields, RecordOf, RowOf } from '@shared/record'
import { inputOf, noLongerThan } from '@shared/record-input'
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

/** Refuses a text over its limit, unless it is no longer than in the row that is changed. */
export async function refuseLonger<F extends Fields>(
  record: RecordOf<F>,
  input: RowOf<F>,
  stored: () => Promise<RowOf<F>>,
): Promise<void> {
  if (!record.isWithinLimits(input)) parseInput(partial(inputOf(record, noLongerThan(await stored()))), input)
}
