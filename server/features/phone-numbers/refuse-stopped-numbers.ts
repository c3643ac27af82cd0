import type { Db } from '../../db/db'
import type { Secrets } from '../../secrets'
import { ProviderError } from '../../senders/provider-error'
import type { Sms } from '../../senders/sms'
import { hasOptedOut } from '../../senders/undelivered'
import { stoppedNumbersIn } from './stopped-numbers-repository'

/** Wraps `sms` so that nothing goes to a number that said STOP, whatever any account has set. */
export function refuseStoppedNumbers(sms: Sms, { db, secrets }: { db: Db; secrets: Secrets }): Sms {
  return {
    async send(text) {
      if (await stoppedNumbersIn(db, secrets).has(text.to))
        throw new ProviderError('opted-out', 'STOP', hasOptedOut)
      return sms.send(text)
    },
  }
}
