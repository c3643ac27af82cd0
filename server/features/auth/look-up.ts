import type { Request } from 'express'
import { fewAtOnce, tooManyAtOnce } from '../../http/few-at-once'
import { createTurns } from '../../http/turns'
import { networkOf, siteOf } from './network'

const inTurn = createTurns({ atOnce: 10, waiting: 90 }, tooManyAtOnce)

/**
 * Runs what has to be asked of the database before a request's user is known. Of one network, or IPv6 site, few of them
 * have a connection and the others wait here: in the line of the pool they would keep everybody else out. Of one
 * `credential`, such as a session, few even wait, for the sake of others in its network.
 */
export function lookUpFor<T>(req: Request, task: () => Promise<T>, credential?: string): Promise<T> {
  const network = networkOf(req.ip)
  const lookUp = () => inTurn(siteOf(network) ?? network, task)
  return credential === undefined ? lookUp() : fewAtOnce(credential, lookUp)
}
