import bcrypt from 'bcrypt'
import { fitsBcrypt } from '@shared/api-password'

const cost = 12

/** Of a random password that was thrown away: whoever has none is compared with it, which takes as long. */
const nobodysHash = '$2b$12$X2LbeTg.bf5cTAc6TGq6UOiBccwZZyHOjNKt.Eb63t55RyKpLS95m'

export const hashPassword = (password: string) => bcrypt.hash(password, cost)

export async function isPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  const comparable = hash && fitsBcrypt(password)
  const same = await bcrypt.compare(password, comparable ? hash : nobodysHash)
  return Boolean(comparable) && same
}
