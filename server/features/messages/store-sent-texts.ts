import { localDay } from '@shared/timezones'
import type { Db } from '../../db/db'
import type { Log } from '../../log'
import type { Sms } from '../../senders/sms'
import { messagesOf, personWith } from './messages-repository'

/** Sends through `sms`, and keeps what was sent to somebody who is known: it is part of the conversation. */
export function storeSentTexts(sms: Sms, { db, now, log }: { db: Db; now: () => Date; log: Log }): Sms {
  async function keep(to: string, body: string, sid: string) {
    const person = await personWith(db, to)
    if (!person) return
    const createdAt = now()
    await messagesOf(db, person.userId).add({
      phoneNumber: to,
      messageContent: body,
      messageDirection: 'outbound',
      messageSid: sid,
      localDate: localDay(createdAt, person.timezone),
      createdAt,
    })
  }
  return {
    async send(text, options) {
      const sent = await sms.send(text, options)
      // It went out: that its copy cannot be kept must not make it look unsent.
      await keep(text.to, text.body, sent.id).catch((error: unknown) =>
        log.error({ err: error }, 'A text that was sent could not be stored'),
      )
      return sent
    },
  }
}
