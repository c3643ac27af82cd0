import type { Request } from 'express'
import { siteOrAddressOf } from '../../http/network'
import { fewAtOnce, tooManyAtOnce } from '../../limits/few-at-once'
import { createTurns } from '../../limits/turns'

const inTurn = createTurns({ atOnce: 10, waiting: 90 }, tooManyAtOnce)

/**
 * Asks the database something before a request's user is known. One network, or IPv6 site, has ten connections for this, and
 * its other requests wait here: in the line of the pool they would keep everybody else out. One `credential`, such as a
 * session, has ten places here, so that it does not keep out the others of its network.
 */
export function lookUpFor<T>(req: Request, task: () => Promise<T>, credential?: string): Promise<T> {
  const lookUp = () => inTurn(siteOrAddressOf(req.ip), task)
  return credential === undefined ? lookUp() : fewAtOnce(credential, lookUp)
}
