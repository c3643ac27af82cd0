import { afterAll } from 'vitest'
import { createNetworkProxy } from './network-proxy'

/** A network proxy that is closed after the last test of the file. */
export async function createDatabaseProxy(url: string) {
  const proxy = await createNetworkProxy(url)
  afterAll(proxy.stop)
  return proxy
}
