import bcrypt from 'bcrypt'
import { fitsBcrypt } from '@shared/api-password'
import { inTurn } from './hashing-queue'

const cost = 12

// Dummy hash of a random password, so that login takes the same time for unknown users.
const dummyHash = '$2b$12$X2LbeTg.bf5cTAc6TGq6UOiBccwZZyHOjNKt.Eb63t55RyKpLS95m'

export const hashPassword = (password: string) => inTurn(() => bcrypt.hash(password, cost))

export async function isPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  const comparable = hash && fitsBcrypt(password)
  const same = await inTurn(() => bcrypt.compare(password, comparable ? hash : dummyHash))
  return Boolean(comparable) && same
}
