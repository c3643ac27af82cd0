import { dailySummaries } from '@shared/schema'
import { makeDueSummaries } from '../features/summaries/make-due-summaries'
import type { TextModel } from '../senders/text-model'
import type { User } from './people'
import { createTextingApp } from './texting-app'

export const at = (time: string, day = '2026-11-21') => new Date(`${day}T${time}:00Z`)
export const tomorrow = at('00:00', '2026-11-22')

/** An app that people text, and that makes summaries when a test lets a minute pass. */
export async function createSummariesApp() {
  const texting = await createTextingApp()
  const { clock, ctx, db, text } = texting
  return {
    ...texting,
    /** A text of `user`, now unless told otherwise; the clock then goes on by a second. */
    async say({ phoneNumber }: User, Body: string, time = clock.now) {
      clock.now = time
      await text({ From: phoneNumber!, Body }).expect(200)
      clock.now = new Date(clock.now.getTime() + 1_000)
    },
    tick(time: Date, textModel?: TextModel) {
      clock.now = time
      return makeDueSummaries({ ...ctx, textModel })
    },
    summaries: () => db.select().from(dailySummaries).orderBy(dailySummaries.summaryDate),
  }
}
