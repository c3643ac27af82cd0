import { z } from 'zod'
import { isAboutModel } from '@shared/voice-model'
import type { Env } from '../env'
import type { Log } from '../log'

type ModelSettings = Pick<
  Env['realtime'],
  'model' | 'modelFallbacks' | 'transcriptionModel' | 'transcriptionModelFallbacks'
>
/** The models of a talk; no transcription without one for it. */
export type VoiceModels = Pick<ModelSettings, 'model'> & Partial<Pick<ModelSettings, 'transcriptionModel'>>

const refusal = z.object({
  error: z.object({ code: z.string().nullish(), param: z.string().nullish(), message: z.string().nullish() }),
})
type Refusal = Partial<z.infer<typeof refusal>['error']>

const errorIn = (body: unknown): Refusal => refusal.safeParse(body).data?.error ?? {}

/** `replaced`: there is something to try in place of what was tried, if only no transcription. */
type Verdict = 'model gone' | 'model replaced' | 'transcription replaced'

/**
 * The models in use. One that the provider no longer has is replaced by the next, until the process ends; where it refuses
 * the last one for transcription, talks have none.
 */
export function createVoiceModels(settings: ModelSettings, log: Log) {
  const { model, transcriptionModel } = settings
  const inUse: VoiceModels = { model, transcriptionModel }
  const left = {
    model: [...settings.modelFallbacks],
    transcriptionModel: [...settings.transcriptionModelFallbacks],
  }
  const transcriptionModels = [transcriptionModel, ...settings.transcriptionModelFallbacks]

  /** What of `tried` an error of the provider is about. Some codes name none: then the parameter or the message does. */
  function refusedPart(error: Refusal, tried: VoiceModels): keyof VoiceModels | undefined {
    const names = (name = '') =>
      name !== '' && ['`', "'", '"'].some((quote) => error.message?.includes(quote + name + quote))
    // An error about the other model may list these too.
    const isNamed = error.param !== 'session.model' && isAboutModel(error) && transcriptionModels.some(names)
    const isTranscription = error.param?.includes('transcription') || isNamed
    if (isTranscription) return tried.transcriptionModel === undefined ? undefined : 'transcriptionModel'
    return isAboutModel(error) ? 'model' : undefined
  }

  function replace(refused: keyof VoiceModels, tried: VoiceModels, error: Refusal): Verdict {
    const verdict = refused === 'model' ? 'model replaced' : 'transcription replaced'
    // Another request may have replaced it.
    if (inUse[refused] !== tried[refused]) return verdict
    const next = left[refused].shift()
    if (next) {
      const problem = isAboutModel(error) ? 'no longer has a model' : 'refuses the transcription'
      log.warn({ gone: tried[refused], next }, `The voice provider ${problem}: using the next one`)
      inUse[refused] = next
      return verdict
    }
    if (refused === 'model') return 'model gone'
    log.warn({ gone: tried[refused] }, 'The voice provider accepts no transcription: talks go on without')
    inUse.transcriptionModel = undefined
    return verdict
  }

  return {
    inUse: (): VoiceModels => ({ ...inUse }),
    /** What transcribes, then what is left to try instead; empty without transcription. */
    transcriptionModels: () =>
      inUse.transcriptionModel ? [...new Set([inUse.transcriptionModel, ...left.transcriptionModel])] : [],
    /** Undefined where the error is about none of what was `tried`. */
    judge(body: unknown, tried: VoiceModels): Verdict | undefined {
      const error = errorIn(body)
      const refused = refusedPart(error, tried)
      return refused && replace(refused, tried, error)
    },
    /** The same for the answer to a question about this transcription model alone. */
    judgeTranscription(body: unknown, transcriptionModel: string) {
      const error = errorIn(body)
      if (isAboutModel(error)) replace('transcriptionModel', { ...inUse, transcriptionModel }, error)
    },
  }
}
