import { randomUUID } from 'node:crypto'
import type { Request } from 'express'
import { aiSwitchedOff } from '@shared/ai-settings'
import { voiceEndpoints } from '@shared/voice'
import { countryOf } from '../../e164'
import { AppError, ConflictError, NotFoundError, RetryLaterError, UnauthorizedError } from '../../http/errors'
import { usesOf } from '../../limits/limits'
import { serve } from '../../http/serve'
import { ProviderError } from '../../senders/provider-error'
import { VoiceBusyError, type VoiceProvider } from '../../senders/voice-provider'
import { aiOf } from '../ai/ai-repository'
import { remindersOf } from '../reminders/reminders-repository'
import { endTalkOf, endTalksAt, endTalksNow } from './end-talks'
import { outOfMinutes, talkSeconds } from './talk-minutes'
import { type MinutesUsed, talksOf } from './voice-talks-repository'
import { watchTalk } from './watch-talk'
import { matchesAny, type Secrets, sign, signaturesOf } from '../../secrets'

const callsPath = '/api/voice/calls'
const secondsToConnect = 600

export const voiceRoutes = serve(voiceEndpoints, (ctx) => {
  const { db, env, secrets, now } = ctx
  const keyUses = usesOf(ctx, voiceEndpoints.endpoints['POST /api/voice/ephemeral-key'].limit)
  ctx.stopping?.addEventListener('abort', () => ctx.voiceProvider?.sideband?.unwatch())

  /** Throws where no talk may begin. */
  function secondsLeft({ seconds, timezone }: MinutesUsed): number {
    const left = talkSeconds(seconds, env.voiceMinutes)
    if (left === 0) throw outOfMinutes(now(), timezone, env.voiceMinutes)
    return left
  }

  /** Begins a call. A provider that fails does not count as a use; an offer that it refuses does. */
  async function callOf(userId: string, provider: VoiceProvider, offer: string) {
    try {
      return await provider.call(offer, safetyIdentifier(secrets, userId))
    } catch (error) {
      const isRefused = error instanceof ProviderError && error.kind === 'permanent'
      if (!isRefused) await keyUses.giveBack(userId)
      if (error instanceof ProviderError)
        ctx.log.warn({ code: error.code, reason: error.message }, 'Voice provider failed')
      if (error instanceof VoiceBusyError)
        throw new RetryLaterError(503, error.message, error.retryAfterSeconds, 'voice busy')
      throw error
    }
  }

  async function providerFor(userId: string): Promise<VoiceProvider> {
    if (!env.aiOn || !(await aiOf(db, userId).isEnabled())) throw new AppError(503, aiSwitchedOff)
    if (!ctx.voiceProvider) throw new AppError(503, 'Voice is not set up on this server')
    return ctx.voiceProvider
  }

  async function newKey(userId: string) {
    await keyUses.take(userId)
    const talkId = randomUUID()
    const expiresAt = new Date(now().getTime() + secondsToConnect * 1_000)
    const kept = await talksOf(db, userId).keep({ talkId, expiresAt }, now())
    // Another window was faster.
    if (kept.talkId !== talkId) await keyUses.giveBack(userId)
    return kept
  }

  return {
    'GET /api/voice/help': async ({ userId }) => {
      const { phoneNumber } = await remindersOf(db, userId).recipient()
      return {
        contact: env.safetyContact ?? null,
        phoneCountry: (phoneNumber && countryOf(phoneNumber)) ?? null,
      }
    },

    'POST /api/voice/ephemeral-key': async ({ userId }) => {
      const provider = await providerFor(userId)
      const { model, session, demo } = provider
      const transcriptionModels = provider.transcriptionModels()
      const talks = talksOf(db, userId)
      const seconds = secondsLeft(await talks.used(now()))
      const key = (await talks.key(now())) ?? (await newKey(userId))
      return {
        value: voiceKey(secrets, key.talkId),
        expiresAt: Math.floor(key.expiresAt.getTime() / 1_000),
        model: model(),
        callsUrl: env.appUrl + callsPath,
        talkId: key.talkId,
        seconds,
        // The limit is about a bill, and servers of one's own do not say what came from a cache.
        tokens: provider.sideband && env.voiceTokensPerTalk,
        transcriptionModels,
        ...(!transcriptionModels.length && { transcription: false as const }),
        session: session(),
        ...(demo && { demo }),
      }
    },

    'POST /api/voice/calls': async ({ userId, req, body: offer }) => {
      const provider = await providerFor(userId)
      const talks = talksOf(db, userId)
      const talkId = await talks.talkOfKey()
      if (!talkId || !isVoiceKey(secrets, bearerOf(req), talkId)) throw new UnauthorizedError()
      const talk = await talks.begin(talkId, now(), secondsLeft)
      if (!talk) throw new UnauthorizedError()
      // A small server has no room for this talk before the user's other one is over.
      if (talk.hadOther) await endTalksNow(ctx)
      const call = await callOf(userId, provider, offer).catch(async (error: unknown) => {
        await talks.forget(talkId)
        throw error
      })
      // Nobody is left to take the answer.
      if (req.res?.closed) await talks.forget(talkId)
      if (!(await talks.keepCall(call.id, talkId, now()))) {
        void endTalksNow(ctx)
        throw new ConflictError('This talk was ended before it had begun')
      }
      endTalksAt(ctx, talk.endsAt)
      if (!provider.transcriptionModels().length) req.res?.set('X-Lisa-Transcription', 'off')
      watchTalk(ctx, { userId, talkId, callId: call.id, endsAt: talk.endsAt })
      return { text: call.answer, location: `${callsPath}/${talkId}` }
    },

    'GET /api/voice/calls/:id': async ({ userId, id }) => {
      const isOpen = await talksOf(db, userId).isOpen(id)
      if (isOpen === undefined) throw new NotFoundError('Talk')
      return { isOpen }
    },

    'DELETE /api/voice/calls': async ({ userId, body }) => {
      await endTalkOf(ctx, userId, body.talkId, body)
    },
  }
})

const bearerOf = (req: Request) => /^Bearer (\S+)$/i.exec(req.get('authorization') ?? '')?.[1] ?? ''

const prefix = 'ek_'

/** Opens one talk, of one user. Made from the talk's id, so that it needs no storing. */
export const voiceKey = (secrets: Secrets, talkId: string) => prefix + sign(secrets, 'voice keys', talkId)

export const isVoiceKey = (secrets: Secrets, given: string, talkId: string): boolean =>
  given.startsWith(prefix) &&
  matchesAny(signaturesOf(secrets, 'voice keys', talkId), given.slice(prefix.length))

/** Tells the provider one user from another, and nothing else. */
export const safetyIdentifier = (secrets: Secrets, userId: string) => sign(secrets, 'voice users', userId)
