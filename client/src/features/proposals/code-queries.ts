import { queryOptions } from '@tanstack/react-query'

/** The code that shows them, which is loaded where there is one. */
export const proposalsCode = queryOptions({
  queryKey: ['proposals-code'],
  queryFn: async () => ({ Proposals: (await import('./proposals')).Proposals }),
})
