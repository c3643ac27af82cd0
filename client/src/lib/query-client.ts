import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { signInAgainIfUnauthorized } from './auth-errors'

// `always`: without a connection a call fails at once and says so, instead of waiting unseen for the connection.
const networkMode = 'always'

export const createQueryClient = () =>
  new QueryClient({
    queryCache: new QueryCache({ onError: signInAgainIfUnauthorized }),
    mutationCache: new MutationCache({ onError: signInAgainIfUnauthorized }),
    defaultOptions: {
      queries: {
        networkMode,
        retry: false,
        staleTime: Infinity,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
      },
      mutations: { networkMode, retry: false },
    },
  })
