import type { UserView } from '@shared/auth'
import { deviceStore } from '@/lib/device/device-store'
import { announced, expired } from '@/lib/api/page-user'

const key = 'user'
type KeptUser = Pick<UserView, 'id' | 'firstName' | 'lastName' | 'timezone'>

/** Remembers who is signed in, with only the fields that the screens need without a network. */
export const keepUser = ({ id, firstName, lastName, timezone }: UserView) =>
  deviceStore(id).set(key, { id, firstName, lastName, timezone } satisfies KeptUser)

/** The remembered user; undefined after a sign-out, or once a page has found that the session has expired. */
export async function keptUser(): Promise<UserView | undefined> {
  const id = announced()
  if (!id || id === expired) return undefined
  const user = await deviceStore(id).get<KeptUser>(key)
  return user && { ...user, email: null, profileImageUrl: null, password: false }
}
