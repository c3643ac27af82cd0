import { z } from 'zod'
import type { Env } from '../env'
import type { Log } from '../log'

type ModelSettings = Pick<
  Env['realtime'],
  'model' | 'modelFallbacks' | 'transcriptionModel' | 'transcriptionModelFallbacks'
>
/** The models of a talk; no transcription without one for it. */
export type VoiceModels = Pick<ModelSettings, 'model' | 'transcriptionModel'>

const refusal = z.object({
  error: z.object({ code: z.string().nullish(), param: z.string().nullish(), message: z.string().nullish() }),
})

/** Which model an error of the provider says it does not have. Some codes name none: then the parameter or the message does. */
function goneModel(body: unknown, tried: VoiceModels): keyof VoiceModels | undefined {
  const { code, param, message } = refusal.safeParse(body).data?.error ?? {}
  const isAboutModel =
    code === 'model_not_found' || code === 'invalid_model' || /(^|\.)model$/.test(param ?? '')
  if (!isAboutModel) return undefined
  const names = (model: string) => ['`', "'", '"'].some((quote) => message?.includes(quote + model + quote))
  const isTranscription =
    param?.includes('transcription') || (tried.transcriptionModel && names(tried.transcriptionModel))
  return isTranscription ? 'transcriptionModel' : 'model'
}

/** The models in use. One that the provider no longer has is replaced by the next, until the process ends. */
export function createVoiceModels(settings: ModelSettings, log: Log) {
  const { model, transcriptionModel } = settings
  const inUse: VoiceModels = { model, transcriptionModel }
  const left = {
    model: [...settings.modelFallbacks],
    transcriptionModel: [...settings.transcriptionModelFallbacks],
  }
  return {
    inUse: (): VoiceModels => ({ ...inUse }),
    /** `gone`: the error says so of a model. `replaced`: there are others to try in place of those `tried`. */
    judge(body: unknown, tried: VoiceModels): 'gone' | 'replaced' | undefined {
      const gone = goneModel(body, tried)
      if (!gone) return undefined
      // Another request may have replaced it.
      if (inUse[gone] !== tried[gone]) return 'replaced'
      const next = left[gone].shift()
      if (!next) return 'gone'
      log.warn({ gone: tried[gone], next }, 'The voice provider no longer has a model: using the next one')
      inUse[gone] = next
      return 'replaced'
    },
  }
}
