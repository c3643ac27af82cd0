import { codeTextLimit } from '@shared/phone-numbers'
import type { AppContext } from '../../context'
import { AppError, textsNotSetUp } from '../../http/errors'
import { counted, type Uses, usesOf } from '../../http/limits'
import { hasOptedOut } from '../../senders/undelivered'
import { codeText, newCode } from './phone-code'
import { phoneNumberOf } from './phone-numbers-repository'
import { stoppedNumbersIn } from './stopped-numbers-repository'
import { isTextable, notTextable } from './textable'

/** Texts a new code to a number that is not confirmed. Counted for the user, and for the number whoever asks. */
export async function sendCode(ctx: AppContext, userId: string, to: string, uses: Uses): Promise<void> {
  const { db, secrets, sms, now } = ctx
  if (!sms) throw textsNotSetUp()
  if (!isTextable(to)) throw new AppError(400, notTextable)
  const hasStopped = await stoppedNumbersIn(db, secrets).has(to)
  const ofNumber = hasStopped ? [] : [{ uses: usesOf(ctx, codeTextLimit), whose: to }]
  await counted([{ uses, whose: userId }, ...ofNumber], async () => {
    // Counted as well, or one could find out of number after number whether it said STOP.
    if (hasStopped) throw new AppError(400, hasOptedOut)
    const code = newCode()
    await sms.send({ to, body: codeText(code), isSecret: true })
    // Only now: what no provider took is not counted by any limit, so its five tries would be without end.
    await phoneNumberOf(db, secrets, userId).storeCode(code, to, now())
  })
}
