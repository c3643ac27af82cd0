// Apart from the endpoints, so that voice mode does not load what describes them.

/** The specification's model. */
export const defaultVoiceModel = 'gpt-realtime'

/** Whether an error of the provider says that it does not have a model, or not for us. */
export const isAboutModel = ({ code, param }: { code?: unknown; param?: unknown }) =>
  code === 'model_not_found' || code === 'invalid_model' || /(^|\.)model$/.test(String(param ?? ''))
