import type { AppContext } from '../../context'
import { CrossSiteError, NotFoundError } from '../../http/errors'
import type { Guard } from '../../http/serve'
import { isOAuthOn } from '../auth/oauth/metadata'

/**
 * Lets in what `token` does. A browser names the page that a request comes from: one of another site is refused even with a
 * token, since it may have made its own name point here (DNS rebinding). Programs send no Origin.
 */
export function assistantGuard({ env }: Pick<AppContext, 'env'>, token: Guard): Guard {
  const metadata = `${env.appUrl}/.well-known/oauth-protected-resource/api/mcp`
  return async (req, res, endpoint) => {
    if (!env.mcpOn) throw new NotFoundError()
    const origin = req.get('origin')
    if (origin !== undefined && origin !== env.appUrl) throw new CrossSiteError()
    // Where nobody can be let in the metadata is 404, and only the token of a password opens this.
    return token(req, res, endpoint, isOAuthOn(env) ? `Bearer resource_metadata="${metadata}"` : undefined)
  }
}
