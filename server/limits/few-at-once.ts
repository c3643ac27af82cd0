import { TooManyRequestsError } from '../http/errors'
import { createTurns } from './turns'

export const mostAtOnce = 10

export function tooManyAtOnce(): never {
  throw new TooManyRequestsError(
    'Too many requests at once. Please try again in a moment.',
    1,
    'requests at once',
  )
}

/**
 * Runs `task` unless ten of `whose` are under way in this process. All users share the connections to the database and the
 * line in front of them, and this keeps one of them from filling it. A task counts until it has ended, even if its client
 * has left: its statements are still in that line.
 */
export const fewAtOnce = createTurns({ atOnce: mostAtOnce, waiting: 0 }, tooManyAtOnce)

const ofToken = createTurns({ atOnce: 4, waiting: 6 }, tooManyAtOnce)
const ofAllTokens = createTurns({ atOnce: 6, waiting: mostAtOnce }, tooManyAtOnce)

/**
 * {@link fewAtOnce} for a request with a token. Programs, however slow, take none of the places of their user's pages, and
 * one token leaves two to the others.
 */
export const fewWithToken = <T>(userId: string, tokenId: string, task: () => Promise<T>): Promise<T> =>
  ofToken(tokenId, () => ofAllTokens(userId, task))
