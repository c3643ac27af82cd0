import type { $ZodType } from 'zod/v4/core'
import type { Fields, RecordOf, RowOf } from '@shared/record'
import { inputOf, noLongerThan } from '@shared/record-input'
import { resolverOf } from '@/lib/screen/resolver-of'

/** The same rules as the server's; a text may stay as long as it is in `base`. */
export function recordRules<F extends Fields>(record: RecordOf<F>, base: RowOf<Fields> = {}) {
  const input = inputOf(record, noLongerThan(base)) as unknown as $ZodType<RowOf<F>, Record<string, string>>
  return resolverOf(input)
}
