import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import { type $ZodType, safeParse } from 'zod/v4/core'

/** Checks a form by its rules and reports the first error of each field. `raw` returns the values as they were typed. */
export const resolverOf =
  <V extends FieldValues, W>(rules: $ZodType<W, V>, { raw = false } = {}): Resolver<V, unknown, W> =>
  (values) => {
    const { success, data, error } = safeParse(rules, values)
    if (success) return { values: raw ? (values as unknown as W) : data, errors: {} }
    const faults = error.issues.map(({ path: [field = 'root'], message, code }) => [
      field,
      { type: code, message },
    ])
    return { values: {}, errors: Object.fromEntries(faults.reverse()) as FieldErrors<V> }
  }
