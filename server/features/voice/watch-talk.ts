import type { AppContext } from '../../context'
import { endTalkOf } from './end-talks'
import { judgeTalk } from './talk-events'
import { talksOf } from './voice-talks-repository'

type Begun = { userId: string; talkId: string; callId: string; endsAt: Date }

/** Ends a talk because of its events, where the provider sends them. A talk that cannot be watched goes on. */
export function watchTalk(ctx: AppContext, { userId, talkId, callId, endsAt }: Begun): void {
  const { db, env, log, metrics, now, stopping, voiceProvider } = ctx
  const sideband = voiceProvider?.sideband
  if (!sideband || stopping?.aborted) return
  const judge = judgeTalk(env.voiceTokensPerTalk)
  let reason: ReturnType<typeof judge> | 'event too long'
  let isEnding = false

  async function end() {
    isEnding = true
    try {
      if (!(await endTalkOf(ctx, userId, talkId))) return
      log.warn({ reason }, 'A talk was ended because of its events')
      metrics.voiceWatches.inc({ outcome: reason })
    } catch (error) {
      log.error({ err: error }, 'A talk could not be ended')
      // The next event tries again.
      isEnding = false
    }
  }

  async function lose(why: string) {
    // Another process may have ended the talk.
    if (!(await talksOf(db, userId).isOpen(talkId))) return
    log.warn({ reason: why }, 'A talk cannot be watched: from now on only its time limit holds')
    metrics.voiceWatches.inc({ outcome: 'lost' })
  }

  function endBecause(given: typeof reason) {
    reason ??= given
    if (reason && !isEnding) void end()
  }

  sideband.watch(callId, {
    onEvent: (event) => endBecause(judge(event)),
    // Otherwise a page could hide its other events by sending one that is too long.
    onTooLong: () => endBecause('event too long'),
    onLost: (why) =>
      void lose(why).catch((error: unknown) => log.error({ err: error }, 'A talk cannot be watched')),
  })
  // Where another process hangs up, the provider may leave this connection open.
  setTimeout(() => sideband.unwatch(callId), endsAt.getTime() - now().getTime()).unref()
}
