import { isIPv6 } from 'node:net'

/** Rate-limit key of a client address. An IPv6 customer chooses the last 64 bits freely, so only the first 64 count. */
export function networkOf(ip = 'unknown'): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped || !isIPv6(ip)) return mapped ?? ip
  const [head = '', tail] = (ip.split('%')[0] ?? '').split('::')
  const first = head ? head.split(':') : []
  const last = tail ? tail.split(':') : []
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - first.length - last.length }, () => '0')
  return [...first, ...zeros, ...last]
    .slice(0, 4)
    .map((part) => parseInt(part, 16).toString(16))
    .join(':')
}

/** The /48 that an IPv6 network is part of. Its owner chooses freely among its 65,536 networks. */
export function siteOf(network: string): string | undefined {
  return network.includes(':') ? network.split(':').slice(0, 3).join(':') : undefined
}

/** The /48 of an IPv6 address, or an IPv4 address itself. */
export function siteOrAddressOf(ip: string | undefined): string {
  const network = networkOf(ip)
  return siteOf(network) ?? network
}
