import { AppError } from '../../../http/errors'
import type { Found } from '../source'

/** Counts what a file holds and an entry has no place for, so that it is told once and not for every entry. */
export class LeftOut {
  readonly #counts = new Map<string, number>()

  add(what: string, count: number | boolean) {
    if (count) this.#counts.set(what, (this.#counts.get(what) ?? 0) + Number(count))
  }

  *told(where: string): Generator<Found> {
    for (const [what, count] of this.#counts) {
      yield { skipped: { where, reason: `${what} are not kept (${count.toLocaleString('en')})` } }
    }
  }
}

/** Keeps the entries before the place where a file is damaged; rethrows if there are none. */
export function restIsDamaged(error: unknown, { where, number }: { where: string; number: number }): Found {
  if (!(error instanceof AppError) || number === 0) throw error
  return { skipped: { where, reason: `${error.message} What follows entry ${number} is left out.` } }
}
