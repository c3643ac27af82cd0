import { afterAll } from 'vitest'
import { createNetworkProxy } from './network-proxy'

/** The same until the last test of the file has ended. */
export async function createDatabaseProxy(url: string) {
  const proxy = await createNetworkProxy(url)
  afterAll(proxy.stop)
  return proxy
}
