import { Resolver } from 'node:dns/promises'
import os from 'node:os'
import { isIP, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import ipaddr from 'ipaddr.js'

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** In Azure, the host of a virtual machine. */
const azureHost = '168.63.129.16'

/** Whether it is in a subnet of this machine, which may have public addresses. */
const isNearby = (address: ipaddr.IPv4 | ipaddr.IPv6) =>
  Object.values(os.networkInterfaces()).some((subnets) =>
    subnets?.some(({ cidr }) => {
      if (!cidr) return false
      const [subnet, bits] = ipaddr.parseCIDR(cidr)
      return subnet.kind() === address.kind() && address.match(subnet, bits)
    }),
  )

/** Whether `address` is of the public internet, and so none of the server's own network. */
function isPublic(address: string): boolean {
  const parsed = ipaddr.parse(address)
  // In networks with IPv6 alone, DNS gives an IPv4 address as one of those (RFC 6052), which a gateway connects to.
  if (parsed.range() === 'rfc6052')
    return isPublic(ipaddr.fromByteArray(parsed.toByteArray().slice(-4)).toString())
  if (parsed.range() !== 'unicast' || address === azureHost || isNearby(parsed)) return false
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast)
}

/** Resolves with the addresses of a name; with none if the name cannot be resolved now. */
export type AddressesOf = (name: string) => Promise<string[]>

/** Asks DNS itself: `dns.lookup` would hold one of the process's few threads for as long as a stranger's server likes. */
export const addressesInDns: AddressesOf = async (name) => {
  // A new one each time reads the settings of the machine again.
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  // What has arrived by then is used.
  const timer = setTimeout(() => resolver.cancel(), 3_000)
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  clearTimeout(timer)
  return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
}

export const privateAddress = 'EPRIVATE'

/** For connections to names that strangers have given: it fails where one of the addresses is not public. */
export function publicLookup(addressesOf: AddressesOf): LookupFunction {
  const find = callbackify(async (name: string) => {
    const found = (await addressesOf(name)).map((address) => ({ address, family: isIP(address) }))
    const [first] = found
    if (!first) throw fault('ENOTFOUND')
    if (!found.every(({ address }) => isPublic(address))) throw fault(privateAddress)
    return { all: found, first }
  })
  return (name, { all }, done) =>
    find(name, (error, found) => {
      if (error) return done(error, '')
      return all ? done(null, found.all) : done(null, found.first.address, found.first.family)
    })
}

const fault = (code: string) => Object.assign(new Error('No public address'), { code })
