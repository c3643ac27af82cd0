import { type RequestHandler, Router } from 'express'
import { randomUUID } from 'node:crypto'
import type { ReminderChannel } from '@shared/reminders'
import { localDay } from '@shared/timezones'
import type { AppContext } from '../../context'
import { AppError } from '../../http/errors'
import { SendError } from '../../senders/send-error'
import { giveBack, takeOne } from '../../http/limits'
import { streaksOf } from '../analytics/streaks-repository'
import { userId } from '../auth/guards'
import { obstacle, sendReminder } from './reminder-message'
import { remindersOf } from './reminders-repository'

const perHour = { limit: 5, windowSeconds: 3_600 }

/** Sends a reminder at once, to see that it arrives. The ledger and the daily ones know nothing of it. */
export function testRoutes(ctx: AppContext): Router {
  const { db, log } = ctx

  const test =
    (channel: ReminderChannel): RequestHandler =>
    async (req, res) => {
      const now = ctx.now()
      const recipient = await remindersOf(db, userId(req)).recipient()
      const hindrance = obstacle(ctx, channel, recipient)
      if (hindrance?.isSetUp === false) return void res.status(503).json({ message: hindrance.message })
      if (hindrance) throw new AppError(400, hindrance.message)

      const key = `test ${channel} ${recipient.userId}`
      const seconds = await takeOne(db, key, { ...perHour, now })
      if (seconds) {
        res.set('Retry-After', String(seconds))
        const minutes = Math.ceil(seconds / 60)
        throw new AppError(
          429,
          `${perHour.limit} tests an hour are enough. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`,
        )
      }
      const person = { userId: recipient.userId, today: localDay(now, recipient.timezone) }
      const today = (await streaksOf(db, [person]))(person)
      try {
        await sendReminder(ctx, channel, recipient, today, randomUUID())
        res.json({ message: 'Sent' })
      } catch (error) {
        if (!(error instanceof SendError)) throw error
        // What was not taken by a provider costs nobody anything.
        if (error.kind === 'unreachable') await giveBack(db, key, perHour)
        if (error.kind === 'opted-out')
          await remindersOf(db, recipient.userId).change({ phoneReminderEnabled: false }, now)
        log.warn({ channel, result: error.kind, code: error.code }, 'A test could not be sent')
        // Not thrown: what a provider says may quote the address, and the error handler logs what is thrown.
        res.status(502).json({ message: error.message })
      }
    }

  const router = Router()
  router.post('/test-reminder', test('email'))
  router.post('/test-sms', test('sms'))
  return router
}
