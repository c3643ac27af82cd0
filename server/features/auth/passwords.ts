import { availableParallelism } from 'node:os'
import bcrypt from 'bcrypt'
import { fitsBcrypt } from '@shared/api-password'
import { RetryLaterError } from '../../http/errors'
import { createTurns } from '../../limits/turns'

const cost = 12

/**
 * In this process. Each keeps a core and one of Node's four threads busy, which files and DNS need too; one core is left
 * to everything else.
 */
export const hashing = { atOnce: Math.max(1, Math.min(2, availableParallelism() - 1)), waiting: 8 }

const turns = createTurns(hashing, () => {
  throw new RetryLaterError(
    503,
    'The server is busy checking passwords. Please try again in a few seconds.',
    5,
  )
})
/** Whatever hashes a password does all of its work in here: one that is refused has cost nothing and counts nowhere. */
export const inHashingTurn = <T>(task: () => Promise<T>): Promise<T> => turns('hashing', task)

// Dummy hash of a random password, so that login takes the same time for unknown users.
const dummyHash = '$2b$12$X2LbeTg.bf5cTAc6TGq6UOiBccwZZyHOjNKt.Eb63t55RyKpLS95m'

export const hashPassword = (password: string) => bcrypt.hash(password, cost)

export async function isPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  const comparable = hash && fitsBcrypt(password)
  const same = await bcrypt.compare(password, comparable ? hash : dummyHash)
  return Boolean(comparable) && same
}
