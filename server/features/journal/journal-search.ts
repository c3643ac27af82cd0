import type { EntryPage } from '@shared/journal'
import { Batch } from '../../db/batches'
import { builtOnce, type Db } from '../../db/db'
import { RetryLaterError } from '../../http/errors'
import { mostAtOnce, tooManyAtOnce } from '../../limits/few-at-once'
import { createTurns } from '../../limits/turns'
import { journalOf } from './journal-repository'
import { journalWordsOf } from './journal-words-repository'

/** In this process: a search takes a connection and a processor of the database for as long as it lasts. */
const ofAllUsers = { atOnce: 1, waiting: 200 }

type Search = { userId: string; words: string[]; page: EntryPage; isWanted: () => boolean }

/** Searches wait for each other, so that all other requests are answered as fast beside eight of them as beside one. */
export const journalSearch = builtOnce((db: Db) => {
  const inTurnOfUser = createTurns({ atOnce: 1, waiting: mostAtOnce }, tooManyAtOnce)
  const inTurn = createTurns(ofAllUsers, () => {
    throw new RetryLaterError(503, 'Search is busy right now. Please try again in a moment.', 5)
  })
  return async ({ userId, words, page, isWanted }: Search) => {
    const { days, total } = await inTurnOfUser(userId, () =>
      journalWordsOf(db, userId).search(words, page, (part) =>
        // By its turn, a search for the first letters may have been given up: the user has typed on.
        inTurn('', async () => (isWanted() ? part() : undefined)),
      ),
    )
    const { rows, next } = await journalOf(db, userId).list(page, days)
    return new Batch(rows, next, total)
  }
})
