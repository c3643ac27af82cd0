import { neverAborted } from './clock'
import type { AppContext } from './context'
import { addDays } from '@shared/dates'
import { dayMs } from '@shared/instants'
import { deleteOldEvents } from './features/auth/account-events-repository'
import { forgetEndedGrants } from './features/auth/oauth-records-repository'
import { deleteOldMails } from './features/mail-in/incoming-mails-repository'
import { deleteOldTexts } from './features/messages/old-texts-repository'
import { deleteEndedProposals } from './features/proposals/proposals-repository'
import { deleteOldDeliveries } from './features/reminders/delivery/ledger'
import { deleteUnusedDevices } from './features/reminders/push-devices-repository'
import { deleteEndedTokens } from './features/tokens/tokens-repository'
import { deleteOldVersions } from './features/versions/versions-repository'
import { endOldMemories } from './features/summaries/talks-repository'
import { forgetExpiredLimits } from './limits/limits'
import { removeLeftUploads } from './http/stored-body'

/** Deletes what is kept for a while only. The files are those of killed processes on this machine. */
export async function forgetExpired({ db, env, now }: AppContext, stopping = neverAborted): Promise<void> {
  await forgetExpiredLimits(db, now())
  await deleteOldEvents(db, now(), stopping)
  await deleteOldVersions(db, now(), stopping)
  await deleteEndedProposals(db, now(), stopping)
  await deleteEndedTokens(db, now(), stopping)
  await deleteOldMails(db, now(), stopping)
  await endOldMemories(db, now(), stopping)
  await forgetEndedGrants(db, now())
  await deleteUnusedDevices(db, new Date(now().getTime() - 30 * dayMs), stopping)
  const before = (days: number) => addDays(now().toISOString().slice(0, 10), -days)
  const { deliveries, texts } = env.daysKept
  if (deliveries) await deleteOldDeliveries(db, before(deliveries), stopping)
  if (texts) await deleteOldTexts(db, before(texts), stopping)
  await removeLeftUploads()
}
