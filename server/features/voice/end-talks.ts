import type { EndOfTalk } from '@shared/voice'
import { neverAborted } from '../../clock'
import type { AppContext } from '../../context'
import { aiOf } from '../ai/ai-repository'
import {
  claimDueCalls,
  endOverdueTalks,
  markUnknown,
  removeCall,
  type VoiceCall,
} from './voice-calls-repository'
import { talksOf } from './voice-talks-repository'

const batchSize = 20
/** The provider itself ends a call after 60 minutes. */
const longestCallMs = 61 * 60_000

/**
 * Ends the talks that are due and hangs up their calls. Safe in any number of processes: a call is claimed with a lease, so
 * one process hangs it up, and another one does if that fails or the process dies.
 */
export async function endDueTalks(ctx: AppContext, stopping = neverAborted): Promise<void> {
  const { db, now } = ctx
  await endOverdueTalks(db, now())
  if (!ctx.voiceProvider) return
  let calls: VoiceCall[]
  do {
    calls = await claimDueCalls(db, now(), batchSize)
    await Promise.all(calls.map((call) => hangUp(ctx, call)))
  } while (calls.length === batchSize && !stopping.aborted)
}

/** The same without waiting for the minute's job, which does what fails here. */
export async function endTalksNow(ctx: AppContext): Promise<void> {
  if (ctx.stopping?.aborted) return
  await endDueTalks(ctx).catch((error: unknown) => ctx.log.error({ err: error }, 'Talks could not be ended'))
}

/**
 * Ends the user's open talk here and at the provider; with `talkId`, only if it is that talk. `told` is what their browser
 * tells of it. Returns whether a talk was open.
 */
export async function endTalkOf(
  ctx: AppContext,
  userId: string,
  talkId?: string,
  told?: EndOfTalk,
): Promise<boolean> {
  const { wasOpen, isNews } = await talksOf(ctx.db, userId).end(ctx.now(), talkId, told)
  void endTalksNow(ctx)
  if (isNews && told) countDangerAnswers(ctx, told)
  // Talks are counted, so the provider is not asked much more often than these begin.
  if (isNews && told?.goneTranscription && ctx.env.aiOn && (await aiOf(ctx.db, userId).isEnabled()))
    ctx.voiceProvider
      ?.checkTranscription(told.goneTranscription)
      .catch((error: unknown) =>
        ctx.log.warn({ err: error }, 'The voice provider could not be asked about a model'),
      )
  return wasOpen
}

function countDangerAnswers({ metrics }: AppContext, { helpShown = [], lineShown = [] }: EndOfTalk) {
  for (const kind of new Set(helpShown)) metrics.dangerAnswers.inc({ kind, channel: 'voice', answer: 'help' })
  for (const kind of new Set(lineShown)) metrics.dangerAnswers.inc({ kind, channel: 'voice', answer: 'line' })
}

/** Ends a talk on time; the minute's job does so if this process is gone by then. */
export function endTalksAt(ctx: AppContext, at: Date): void {
  setTimeout(() => void endTalksNow(ctx), at.getTime() - ctx.now().getTime() + 50).unref()
}

async function hangUp(ctx: AppContext, call: VoiceCall): Promise<void> {
  const { db, env, now, log, metrics, voiceProvider } = ctx
  const lastedMs = now().getTime() - call.begunAt.getTime()
  try {
    const outcome = await voiceProvider?.hangUp(call.callId)
    metrics.voiceHangUps.inc({ outcome })
    if (outcome === 'unknown' && !call.isReported) {
      log.warn('The voice provider does not know a call that no page has ended')
      if (!call.isUnknown) return await markUnknown(db, call)
    }
  } catch (error) {
    metrics.voiceHangUps.inc({ outcome: 'failed' })
    log.warn({ code: (error as { code?: string }).code }, 'Hanging up a voice call failed')
    if (lastedMs < longestCallMs) return
  }
  await removeCall(db, call)
  metrics.voiceSeconds.inc(Math.min(lastedMs / 1_000, env.voiceMinutes.perTalk * 60))
}
