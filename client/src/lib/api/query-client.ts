import { MutationCache, QueryCache, QueryClient, type Query } from '@tanstack/react-query'
import { ApiError, isUnauthorized } from './api'
import { signInAgain } from './auth-errors'
import { pageUser } from './page-user'
import { toast, type Toast } from '@/lib/screen/toast'

/** What the user is told when a change has ended; a mutation without `meta` ends silently. */
export type Told = {
  /** The text of the 'Success' toast, or a toast with a title of its own. */
  done?: string | Pick<Toast, 'title' | 'description' | 'action'>
  /** The text of the 'Error' toast. A lost session has a toast of its own. */
  failed?: string | ((error: Error) => string)
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: Told
    queryMeta: Pick<Told, 'failed'> & {
      /** Asked again by the user alone. */
      isAskedOnce?: true
    }
  }
}

// `always`: without a connection a call fails at once, instead of waiting for the connection.
const networkMode = 'always'

/** The longest pause before a retry. */
const longestDelayMs = 5_000
/** 0 if the answer did not say. */
const retryAfterMs = (error: Error) => (error instanceof ApiError ? error.retryAfterMs : 0)
/** Whether the server is busy with other requests of this user, such as those of more windows, and says for how long. */
export const isBusy = (error: Error) =>
  error instanceof ApiError &&
  error.status === 429 &&
  error.retryAfterMs > 0 &&
  error.retryAfterMs <= longestDelayMs
// With a random part, so that calls that were refused together do not come back together.
const retryDelayOf = (error: Error) => retryAfterMs(error) + Math.random() * 1_000

/** What has failed stays so for as long as the server has asked not to be asked for it, at most ten minutes. */
const isDue = ({ state: { error, errorUpdatedAt } }: Query) =>
  !error || Date.now() >= errorUpdatedAt + retryAfterMs(error)

export const createQueryClient = () =>
  new QueryClient({
    queryCache: new QueryCache({
      // What is on screen stays there when it cannot be read again.
      onError: (error, { meta, state }) => showFailure(error, state.data ? undefined : meta?.failed),
    }),
    mutationCache: new MutationCache({
      // Not onSuccess: the toast waits for the mutation's own onSuccess, which refreshes what the change affects.
      onSettled: (_data, error, _variables, _onMutateResult, { meta }) => {
        if (pageUser.isOver) return
        if (error) showFailure(error, meta?.failed)
        else showSuccess(meta?.done)
      },
    }),
    defaultOptions: {
      queries: {
        networkMode,
        // While the server is away, watch-connection.ts asks again.
        retry: (failures, error) => failures === 0 && isBusy(error),
        retryDelay: (_failures, error) => retryDelayOf(error),
        retryOnMount: isDue,
        refetchOnMount: isDue,
        staleTime: Infinity,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
      },
      mutations: { networkMode, retry: false },
    },
  })

export function showSuccess(done: Told['done']) {
  if (done) toast(typeof done === 'string' ? { title: 'Success', description: done } : done)
}

export function showFailure(error: Error, failed?: Told['failed']) {
  if (isUnauthorized(error)) return signInAgain()
  const description = typeof failed === 'function' ? failed(error) : failed
  if (description) toast({ title: 'Error', description, variant: 'destructive' })
}
