import { createHmac } from 'node:crypto'
import type { Request } from 'express'
import type { AppContext } from '../../context'
import { keysFor } from '../../secrets'
import { deviceOf } from './device'
import { networkOf } from './network'

/** Where a request comes from, without its address: `network` is a keyed hash. */
export type RequestOrigin = { device: string | null; network: string }

export function originOf({ secrets }: Pick<AppContext, 'secrets'>, req: Request): RequestOrigin {
  const [key] = keysFor(secrets, 'account events')
  // In another form than hex, everybody's next sign-in would seem to come from a new network.
  const network = createHmac('sha256', key).update(networkOf(req.ip)).digest('hex').slice(0, 16)
  return { device: deviceOf(req.get('user-agent')), network }
}
