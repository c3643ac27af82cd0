// Apart from the endpoints, so that voice mode does not load what describes them.

/** The specification's model. */
export const defaultVoiceModel = 'gpt-realtime'
