import type { AppContext } from '../../context'
import { giveUpInterrupted, interruptedUnder, takeBack } from './deliveries-repository'
import { handOverOf } from './hand-overs'
import { triesAtMost } from './retry'

/**
 * Decides on what a process was handing over when it was gone, once the lease is over. It is `unknown` and not sent
 * again, but for what a log on this machine proves to have never left.
 */
export async function settleInterrupted({ db, log, now, handOvers }: AppContext): Promise<void> {
  const interrupted = await giveUpInterrupted(db, now())
  if (interrupted) log.warn({ count: interrupted }, 'Reminders were interrupted in mid-send')
  const logs = (await handOvers?.ids()) ?? []
  if (!handOvers || !logs.length) return

  const open = await interruptedUnder(db, logs, now())
  // Read after the lease was over: until then whoever was only asleep may note one, later it sends nothing.
  const noted = new Map(
    await Promise.all(
      [...new Set(open.map((row) => row.log))].map(async (id) => [id, await handOvers.notedIn(id)] as const),
    ),
  )
  const unsent = open.filter(
    (row) => row.attempts < triesAtMost && noted.get(row.log)?.has(handOverOf(row)) === false,
  )
  if (!unsent.length) return
  const count = await takeBack(db, unsent, now())
  if (count) log.warn({ count }, 'Interrupted reminders had not left yet and are sent now')
}
