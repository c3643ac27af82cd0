// In a file of its own, so that the browser does not load the declarations of the endpoints.

/** Where a model runs, as the words that follow "Lisa runs". */
export const placeOf = (host: string) => (host === 'api.openai.com' ? 'at OpenAI' : `on ${host}`)
