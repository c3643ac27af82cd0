import { codeTextLimit, newAccountCodeLimit } from '@shared/phone-numbers'
import type { AppContext } from '../../context'
import { AppError, textsNotSetUp } from '../../http/errors'
import { counted, giveBack, takeOne, type Uses, usesOf } from '../../limits/limits'
import { logSeldom } from '../../log'
import { ProviderError } from '../../senders/provider-error'
import { hasOptedOut } from '../../senders/undelivered'
import { codeText, newCode } from './phone-code'
import type { Recipient } from '../reminders/reminders-repository'
import { phoneNumberOf } from './phone-numbers-repository'
import { stoppedNumbersIn } from './stopped-numbers-repository'
import { whyNotTextable } from './textable'

const aDay = 24 * 60 * 60
const ofServer = 'texts of server'

/**
 * Counts the texts that people ask for, codes and tests, against SMS_PER_DAY. Reminders and replies do not count: they have
 * bounds of their own, and asking for codes must not stop them.
 */
export function textsOfServer(ctx: AppContext): { uses: Uses; whose: string } {
  const limit = { limit: ctx.env.sms.perDay, windowSeconds: aDay }
  const uses: Uses = {
    async take() {
      if (!(await takeOne(ctx, ofServer, { ...limit, now: ctx.now() }))) return
      ctx.metrics.textsRefused.inc()
      logSeldom(ctx.log, 'SMS_PER_DAY is used up: nobody gets a code or a test text', limit)
      throw new AppError(
        503,
        'Lisa has sent all the texts that she may send today. Please try again tomorrow.',
      )
    },
    giveBack: () => giveBack(ctx, ofServer, limit),
  }
  return { uses, whose: '' }
}

const newForMs = newAccountCodeLimit.windowSeconds * 1_000

/** Texts a new code to a number that is not confirmed. Counted for the user, and for the number whoever asks. */
export async function sendCode(
  ctx: AppContext,
  { userId, createdAt }: Pick<Recipient, 'userId' | 'createdAt'>,
  to: string,
  uses: Uses,
): Promise<void> {
  const { db, env, secrets, sms, now } = ctx
  if (!sms) throw textsNotSetUp()
  const refusal = whyNotTextable(to, env.sms.countries)
  if (refusal) throw new AppError(400, refusal)
  const hasStopped = await stoppedNumbersIn(db, secrets).has(to)
  const isNew = now().getTime() - createdAt.getTime() < newForMs
  const ofAccount = { uses: usesOf(ctx, newAccountCodeLimit), whose: userId }
  const ofCodes = [
    ...(isNew ? [ofAccount] : []),
    { uses: usesOf(ctx, codeTextLimit), whose: to },
    textsOfServer(ctx),
  ]
  const limits = [{ uses, whose: userId }, ...(hasStopped ? [] : ofCodes)]
  await counted(limits, async () => {
    // Counted as well, or one could find out of number after number whether it said STOP.
    if (hasStopped) throw new AppError(400, hasOptedOut)
    const code = newCode()
    await sms.send({ to, body: codeText(code), isSecret: true }).catch(async (error: unknown) => {
      // A text that the provider refused is no code. `counted` gives the use back where the provider was not reached.
      const isRefused = error instanceof ProviderError && !['unknown', 'unreachable'].includes(error.kind)
      if (isNew && isRefused) await ofAccount.uses.giveBack(userId)
      throw error
    })
    // Only now: what no provider took is not counted by any limit, so its five tries would be without end.
    await phoneNumberOf(db, secrets, userId).storeCode(code, to, now())
  })
}
