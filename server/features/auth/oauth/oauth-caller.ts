import type { AppContext } from '../../../context'
import { livingGrant } from '../oauth-records-repository'
import { isOAuthOn, resourceOf } from './metadata'

/** Whether it has the form of an access token of the OAuth server, which has no dots, unlike a JWT. */
export const isOAuthToken = (token: string) => /^[\w-]{43}$/.test(token)

/** The grant of an access token; undefined if the token has ended or its grant was withdrawn. */
export async function oauthGrantOf({ db, env, now }: Pick<AppContext, 'db' | 'env' | 'now'>, token: string) {
  return isOAuthOn(env) ? livingGrant(db, token, resourceOf(env.appUrl), now()) : undefined
}
