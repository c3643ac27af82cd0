import { createHmac } from 'node:crypto'
import type { Request } from 'express'
import type { AppContext } from '../context'
import { keysFor } from '../secrets'
import { deviceOf } from './device'
import { networkOf, siteOrAddressOf } from './network'

/** Where a request comes from, without its address: `network` is a keyed hash, `networks` all that earlier keys made of it. */
export type RequestOrigin = { device: string | null; network: string; networks: string[] }

export function originOf(
  { secrets }: Pick<AppContext, 'secrets'>,
  req: Request,
  from = networkOf(req.ip),
): RequestOrigin {
  // In another form than hex, everybody's next sign-in would seem to come from a new network.
  const hash = (key: string) => createHmac('sha256', key).update(from).digest('hex').slice(0, 16)
  const [newest, ...older] = keysFor(secrets, 'account events')
  const network = hash(newest)
  return { device: deviceOf(req.get('user-agent')), network, networks: [network, ...older.map(hash)] }
}

/** With the /48 of an IPv6 address as its network: the /64 of a phone changes with each place and each day. */
export const siteOriginOf = (ctx: Pick<AppContext, 'secrets'>, req: Request): RequestOrigin =>
  originOf(ctx, req, siteOrAddressOf(req.ip))
