import * as z from 'zod/mini'

/** A valid date as `YYYY-MM-DD`. It stays a string everywhere and is never converted to an instant. */
export const day = z.iso
  .date('Date must be in YYYY-MM-DD format')
  .check(z.refine((text) => !text.startsWith('0000'), 'Date must be in YYYY-MM-DD format'))
