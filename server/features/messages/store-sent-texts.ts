import { localDay } from '@shared/timezones'
import { type Db, ignoreOrphaned } from '../../db/db'
import type { Log } from '../../log'
import type { Sms } from '../../senders/sms'
import { messagesOf, userByPhoneNumber } from './messages-repository'

type Dependencies = { db: Db; now: () => Date; log: Log }

/** Wraps `sms` so that texts sent to users are stored as part of their conversation, except codes. */
export function storeSentTexts(sms: Sms, { db, now, log }: Dependencies): Sms {
  async function keep(to: string, body: string, sid: string) {
    const user = await userByPhoneNumber(db, to)
    if (!user) return
    const createdAt = now()
    await messagesOf(db, user.userId).add({
      phoneNumber: to,
      messageContent: body,
      messageDirection: 'outbound',
      messageSid: sid,
      localDate: localDay(createdAt, user.timezone),
      createdAt,
    })
  }
  return {
    async send(text) {
      const sent = await sms.send(text)
      // The text was sent, so failing to store its copy must not make the send fail.
      if (!text.isSecret)
        await keep(text.to, text.body, sent.id)
          .catch(ignoreOrphaned)
          .catch((error: unknown) => log.error({ err: error }, 'Sent text could not be stored'))
      return sent
    },
  }
}
