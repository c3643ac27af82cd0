import { createHmac, hkdfSync } from 'node:crypto'
import type { Request } from 'express'
import type { AppContext } from '../../context'
import { deviceOf } from './device'
import { networkOf } from './network'

/** Where a request comes from, without its address: `network` is a keyed hash. */
export type RequestOrigin = { device: string | null; network: string }

export function originOf({ secrets }: Pick<AppContext, 'secrets'>, req: Request): RequestOrigin {
  const key = Buffer.from(hkdfSync('sha256', secrets.session, '', 'lisa account events', 32))
  const network = createHmac('sha256', key).update(networkOf(req.ip)).digest('hex').slice(0, 16)
  return { device: deviceOf(req.get('user-agent')), network }
}
