import type { AppContext } from '../../context'
import {
  closeInterrupted,
  giveUpInterrupted,
  type Interrupted,
  interruptedUnder,
  takeBack,
} from './interrupted-repository'
import { handOverOf } from './hand-overs'
import { maxAttempts } from './retry'

/**
 * Settles deliveries whose process died while they were `sending`, once their lease is over: they become `unknown` and
 * are not sent again, except those that a log on this machine proves to be unsent.
 */
export async function settleInterrupted({ db, log, now, handOvers }: AppContext): Promise<void> {
  const interrupted = await giveUpInterrupted(db, now())
  if (interrupted) log.warn({ count: interrupted }, 'Reminder deliveries were interrupted while sending')
  const logs = (await handOvers?.ids()) ?? []
  if (!handOvers || !logs.length) return

  const rows = await interruptedUnder(db, logs, now())
  const unsent: Interrupted[] = []
  const rest: Interrupted[] = []
  for (const id of new Set(rows.map((row) => row.log))) {
    const found = rows.filter((row) => row.log === id)
    // Read only after the lease is over: a process that was suspended may add a note until then, but sends nothing later.
    const noted = await handOvers.notedIn(id, found.map(handOverOf))
    const isUnsent = (row: Interrupted) => row.attempts < maxAttempts && noted?.has(handOverOf(row)) === false
    for (const row of found) (isUnsent(row) ? unsent : rest).push(row)
  }
  if (rest.length) await closeInterrupted(db, rest)
  if (!unsent.length) return
  const count = await takeBack(db, unsent, now())
  if (count) log.warn({ count }, 'Interrupted reminders had not been sent, retrying them now')
}
