// Apart from the endpoints, so that the browser does not load what describes them.

/** Where a model runs, as the words that follow "Lisa runs". */
export const placeOf = (host: string) => (host === 'api.openai.com' ? 'at OpenAI' : `on ${host}`)
